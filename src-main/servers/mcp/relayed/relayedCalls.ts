// Runs a host's calls on its session, each in as many rounds as the server requires.
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { shapeFlags } from "#shared/request/checks/depth.ts";
import type { CallEnd } from "#shared/request/life/actors.ts";
import type { CancelReason } from "#shared/request/life/heldRequest.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { HeldByRule, RequestHandle, UnattributedRequest } from "../../../core/ports.ts";
import { OpenCalls } from "../requests/openCalls.ts";
import type { OpenPages } from "../requests/openPages.ts";
import type { Exchange } from "../session/captures.ts";
import { runRounds } from "../session/rounds.ts";
import type { MessageSource } from "../transports/pipe.ts";
import type { Envelope, JsonRpcId } from "../wire/envelope.ts";
import type { RawResponse } from "../wire/rawResponse.ts";
import { outcomeOf, withArguments, withHostId, withOutcome } from "./approvedText.ts";
import { HeldToolCalls } from "./heldToolCalls.ts";
import type { Holding, Verdict } from "./heldToolCalls.ts";
import { abortCall, abortedBecause, HostCalls } from "./hostCalls.ts";
import type { HostCall } from "./hostCalls.ts";
import {
  AS_TASK,
  errorFor,
  REFUSED_CALL,
  REFUSED_RESULT,
  STOPPED,
  toolFailure,
  UNSHOWN_RESULT,
  wordsForCall,
  wordsForSending,
} from "./hostMessages.ts";
import { withField } from "./splice.ts";

/** The longest message, in UTF-16 units, whose result the user can review. */
const RESULT_MAX = 8 * 1024 * 1024;

export interface RelayedCallsParts {
  /** The host's working folder: the only root for servers of 2026-07-28 that ask for roots in a result. */
  folder: string;
  /** The server's name, for words to the host. */
  name: string;
  pages: OpenPages;
  /** Passes a request to the desk. */
  hold(incoming: UnattributedRequest, runs: string[]): RequestHandle;
  /** The rule that holds or refuses a tool call; null for none. */
  heldByRule(call: Omit<UnattributedRequest, "settle">): Promise<HeldByRule | null>;
  newId(): string;
  /** `headers`: the call's arguments as headers, for servers of a version that wants them. `id`: of a request. */
  toServer(text: string, headers: Record<string, string>, id: JsonRpcId | null): Promise<void>;
  toHost(text: string): void;
  /** The call has ended. */
  ended(call: HostCall, how: CallEnd): void;
  policy(): ServerPolicy;
  /** Whether no tool may be called. */
  isStopped(): boolean;
  /** Why the server cannot be reached; null while it can. */
  unavailable(): string | null;
}

/** The host wants a task in place of a result (2025-11-25, basic/utilities/tasks). */
function asksForTask({ text }: HostCall): boolean {
  const { params } = JSON.parse(text) as JsonObject;
  return isJsonObject(params) && (params["task"] ?? null) !== null;
}

/** The server made a task, of that version or later. */
const isTaskMade = ({ task, taskId, resultType }: JsonObject): boolean =>
  isJsonObject(task) || resultType === "task" || typeof taskId === "string";

export class RelayedCalls {
  readonly #parts: RelayedCallsParts;
  readonly #calls = new HostCalls();
  readonly open = new OpenCalls();
  readonly tools = new HeldToolCalls();

  constructor(parts: RelayedCallsParts) {
    this.#parts = parts;
  }

  ofHost = (id: JsonRpcId): HostCall | undefined => this.#calls.ofHost(id);
  sentAs = (id: JsonRpcId): HostCall | undefined => this.#calls.sentAs(id);
  ofRun = (runId: string): HostCall | undefined => this.#calls.ofRun(runId);

  /** Runs a host's call, which may be held first, and its result before the host gets it. */
  async run(hostCall: HostCall): Promise<void> {
    const { id, call, abort } = hostCall;
    this.#calls.add(hostCall);
    this.open.opened({ call, listener: { progress: () => {}, line: () => {} } });
    const holding = await this.#holding(hostCall);
    const verdict = holding === null ? null : await this.#verdict(hostCall, holding);
    if (abort.signal.aborted) return;
    if (verdict?.kind === "no") {
      this.#cancelRunning(hostCall, verdict.because);
      this.end(hostCall, verdict.because);
      this.#parts.toHost(toolFailure(id, verdict.text));
    } else if (verdict?.kind === "reply") {
      this.end(hostCall, "ended");
      this.#parts.toHost(withOutcome(hostCall, verdict.outcome));
    } else if (call.method === "tools/call" && this.#parts.isStopped()) {
      // Stopped while rules were evaluated.
      this.end(hostCall, "ended");
      this.#parts.toHost(toolFailure(id, STOPPED));
    } else {
      if (verdict !== null) this.#setArguments(hostCall, verdict.arguments);
      await this.#rounds(hostCall);
      if (abort.signal.aborted) return;
      this.end(hostCall, "ended");
      this.#parts.toHost(withHostId(hostCall));
    }
  }

  /** Why the call is held; null if it passes. */
  async #holding(hostCall: HostCall): Promise<Holding | null> {
    const policy = this.#parts.policy();
    if (hostCall.call.method !== "tools/call") return null;
    const byRule = await this.#parts.heldByRule(this.tools.requestFor(hostCall));
    const reviewsResult = policy.reviewResults || byRule?.reviewsResponse === true;
    if (byRule !== null) return { by: { kind: "rule", rule: byRule.rule }, reviewsResult };
    return this.tools.isHeld(hostCall, policy) ? { by: { kind: "setting" }, reviewsResult } : null;
  }

  #verdict(hostCall: HostCall, holding: Holding): Promise<Verdict> {
    if (holding.reviewsResult && asksForTask(hostCall))
      return Promise.resolve({
        kind: "no",
        text: REFUSED_CALL + AS_TASK,
        because: { kind: "call-refused" },
      });
    return this.tools.decide(hostCall, holding, {
      hold: (incoming, runs) => this.#parts.hold(incoming, runs),
      run: async (args) => {
        this.#setArguments(hostCall, args);
        await this.#rounds(hostCall);
        if (hostCall.abort.signal.aborted) throw new Error("the call has ended");
        // A cancellation by the host no longer concerns the server.
        hostCall.answered = null;
        const { lastText } = hostCall;
        const outcome = lastText.length > RESULT_MAX ? null : outcomeOf(lastText);
        const isTask = outcome !== null && "result" in outcome && isTaskMade(outcome.result);
        if (outcome !== null && !isTask && shapeFlags(outcome).length === 0) return outcome;
        const why = isTask ? REFUSED_RESULT + AS_TASK : UNSHOWN_RESULT;
        const unshown = toolFailure(hostCall.id, why);
        hostCall.lastText = unshown;
        return outcomeOf(unshown) ?? { result: {} };
      },
    });
  }

  #setArguments(hostCall: HostCall, args: JsonObject): void {
    hostCall.text = withArguments(hostCall.text, args);
    hostCall.call.arguments = args;
  }

  /** The call was rejected or refused while the server was running it. */
  #cancelRunning(call: HostCall, because: Exclude<CallEnd, "ended">): void {
    const { answered, sentId } = call;
    if (answered === null) return;
    const params = { requestId: sentId, reason: "The user rejected the call." };
    const method = "notifications/cancelled";
    this.#parts
      .toServer(JSON.stringify({ jsonrpc: "2.0", method, params }), {}, null)
      .catch(() => {});
    abortCall(call, because);
  }

  /** Sends the call in as many rounds as the server requires; `lastText` is then the message for the host. */
  async #rounds(hostCall: HostCall): Promise<void> {
    const { id, call, abort } = hostCall;
    const outcome = await runRounds(
      (more) => this.#exchange(hostCall, more),
      call,
      {
        receive: (incoming, runs) => this.#parts.hold(incoming, runs),
        roots: () => ({ roots: [{ uri: pathToFileURL(this.#parts.folder).href }] }),
        newGroupId: () => this.#parts.newId(),
        aborted: () => abortedBecause(hostCall),
        pageDone: (page, signal) => this.#parts.pages.done(page, signal),
        waiting: (group, waits) => void hostCall.groups[waits ? "add" : "delete"](group),
        embeddedRequests: true,
      },
      abort.signal,
    );
    if (outcome.ok || outcome.failure.kind === "run-error") return;
    const unavailable = this.#parts.unavailable();
    if (hostCall.notSent !== null && unavailable === null) {
      const { message, code, data } = wordsForSending(hostCall.notSent, this.#parts.name);
      hostCall.lastText =
        code === undefined && call.method === "tools/call"
          ? toolFailure(id, message)
          : errorFor(id, message, code, data);
      return;
    }
    hostCall.lastText =
      unavailable !== null
        ? errorFor(id, unavailable)
        : call.method === "tools/call"
          ? toolFailure(id, wordsForCall(outcome.failure))
          : errorFor(id, wordsForCall(outcome.failure));
  }

  /** One round: first the host's own message, later the call with the input that the server required. */
  #exchange(hostCall: HostCall, more: JsonObject): Exchange {
    let { text } = hostCall;
    if (Object.keys(more).length > 0 || hostCall.lastText !== "") {
      this.#calls.repeat(hostCall, `countersign-${randomUUID()}`);
      text = withField(text, ["id"], hostCall.sentId);
      for (const [name, value] of Object.entries(more))
        text = withField(text, ["params", name], value);
    }
    this.open.sentAs(hostCall.call.runId, hostCall.sentId);
    hostCall.notSent = null;
    const response = new Promise<RawResponse>((resolve, reject) => {
      hostCall.answered = (answer, came) => {
        hostCall.lastText = came;
        resolve(answer);
      };
      hostCall.abort.signal.addEventListener("abort", () => reject(new Error("cancelled")), {
        once: true,
      });
    });
    response.catch(() => {});
    const sent = this.#parts.toServer(text, this.tools.headersFor(hostCall), hostCall.sentId);
    sent.catch((error: unknown) => {
      hostCall.notSent = error;
      hostCall.answered?.({ kind: "lost" }, "");
    });
    return { sent, response };
  }

  /**
   * The host gives up a call, perhaps with words why. What the server gets of that; null if it does not know the call,
   * which is still held.
   */
  giveUp(call: HostCall, text: string, reason: Json | undefined): string | null {
    const isSent = call.answered !== null;
    const passed = isSent ? withField(text, ["params", "requestId"], call.sentId) : null;
    const because = {
      kind: "host-cancelled",
      ...(typeof reason === "string" ? { reason } : {}),
    } as const;
    abortCall(call, because);
    this.end(call, because);
    return passed;
  }

  end(hostCall: HostCall, how: CallEnd): void {
    const { runId } = hostCall.call;
    this.#calls.remove(hostCall);
    this.open.ended(runId);
    this.#parts.ended(hostCall, how);
  }

  /** Takes the server's response to a message of the call. */
  answered(
    call: HostCall,
    envelope: Extract<Envelope, { kind: "result" | "error" }>,
    text: string,
    { rounded, bytes = 0 }: MessageSource,
  ): void {
    this.open.answered(call.call.runId);
    const answer: RawResponse =
      envelope.kind === "error"
        ? { kind: "error", error: envelope.error }
        : { ...envelope, bytes, ...(rounded === undefined ? {} : { rounded }) };
    call.answered?.(answer, text);
  }

  /** The connection has ended, and every call with it. */
  endAll(because: CancelReason): void {
    const unavailable = this.#parts.unavailable();
    for (const call of this.#calls.all()) {
      for (const group of call.groups) group.withdraw(because);
      if (unavailable !== null) this.#parts.toHost(errorFor(call.id, unavailable));
      this.#calls.remove(call);
      abortCall(call, because);
    }
  }
}
