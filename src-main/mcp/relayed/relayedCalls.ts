// Runs a host's calls on its session, each in as many rounds as the server requires.
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { JsonObject } from "../../../src-shared/json.ts";
import type { CancelReason } from "../../../src-shared/sampling/life/sample.ts";
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { HeldRequest, UnattributedRequest } from "../../desk/ports.ts";
import { OpenCalls } from "../requests/openCalls.ts";
import type { OpenPages } from "../requests/openPages.ts";
import type { Exchange } from "../session/captures.ts";
import { runRounds } from "../session/rounds.ts";
import type { MessageSource } from "../transports/pipe.ts";
import { keyOf } from "../wire/envelope.ts";
import type { Envelope, RequestId } from "../wire/envelope.ts";
import type { RawResponse } from "../wire/rawResponse.ts";
import { HeldToolCalls, withArguments } from "./heldToolCalls.ts";
import { HostCalls } from "./hostCalls.ts";
import type { HostCall } from "./hostCalls.ts";
import { errorFor, toolFailure, wordsForCall } from "./hostMessages.ts";
import { withField } from "./splice.ts";

export interface RelayedCallsParts {
  /** The host's working folder: the only root for servers of 2026-07-28 that ask for roots in a result. */
  folder: string;
  pages: OpenPages;
  /** Passes a request to the desk. */
  hold(incoming: UnattributedRequest, runs: string[]): HeldRequest;
  /** Whether a rule holds or refuses a tool call that the policy lets pass. */
  isHeldByRule(call: Omit<UnattributedRequest, "settle">): Promise<boolean>;
  newId(): string;
  /** `headers`: the call's arguments as headers, for servers of a version that wants them. */
  toServer(text: string, headers: Record<string, string>): Promise<void>;
  toHost(text: string): void;
  /** The call has ended, for requests of the server that still belong to it. */
  ended(runId: string, how: "ended" | "cancelled"): void;
  policy(): ServerPolicy;
  /** Why the server cannot be reached; null while it can. */
  unavailable(): string | null;
}

export class RelayedCalls {
  readonly #parts: RelayedCallsParts;
  readonly #calls = new HostCalls();
  readonly open = new OpenCalls();
  readonly tools = new HeldToolCalls();

  constructor(parts: RelayedCallsParts) {
    this.#parts = parts;
  }

  ofHost = (id: RequestId): HostCall | undefined => this.#calls.ofHost(id);
  sentAs = (id: RequestId): HostCall | undefined => this.#calls.sentAs(id);
  ofRun = (runId: string): HostCall | undefined => this.#calls.ofRun(runId);

  /** Runs a host's call in as many rounds as the server requires. */
  async run(hostCall: HostCall): Promise<void> {
    const { id, call, abort } = hostCall;
    this.#calls.add(hostCall);
    this.open.opened({ call, listener: { progress: () => {}, line: () => {} } });
    if (!(await this.#mayRun(hostCall))) return;
    const outcome = await runRounds(
      (more) => this.#exchange(hostCall, more),
      call,
      {
        receive: (incoming, runs) => this.#parts.hold(incoming, runs),
        roots: () => ({ roots: [{ uri: pathToFileURL(this.#parts.folder).href }] }),
        newGroupId: () => this.#parts.newId(),
        pageDone: (page, signal) => this.#parts.pages.done(page, signal),
        waiting: (group, waits) => void hostCall.groups[waits ? "add" : "delete"](group),
        embeddedRequests: true,
      },
      abort.signal,
    );
    if (abort.signal.aborted) return;
    this.end(hostCall, "ended");
    const unavailable = this.#parts.unavailable();
    const isServers = outcome.ok || outcome.failure.kind === "run-error";
    if (isServers) {
      const { lastText, sentId } = hostCall;
      this.#parts.toHost(keyOf(sentId) === keyOf(id) ? lastText : withField(lastText, ["id"], id));
    } else if (unavailable !== null) this.#parts.toHost(errorFor(id, unavailable));
    else if (call.method === "tools/call")
      this.#parts.toHost(toolFailure(id, wordsForCall(outcome.failure)));
    else this.#parts.toHost(errorFor(id, wordsForCall(outcome.failure)));
  }

  /** False if the user or the desk rejected it (the host was told), or the call was cancelled meanwhile. */
  async #mayRun(hostCall: HostCall): Promise<boolean> {
    const { id, call, abort } = hostCall;
    if (!this.tools.isHeld(hostCall, this.#parts.policy()) && !(await this.#isHeldByRule(hostCall)))
      return !abort.signal.aborted;
    const verdict = await this.tools.decide(hostCall, (incoming, runs) =>
      this.#parts.hold(incoming, runs),
    );
    if (abort.signal.aborted) return false;
    if (verdict.kind === "no") {
      this.end(hostCall, "ended");
      this.#parts.toHost(toolFailure(id, verdict.text));
      return false;
    }
    hostCall.text = withArguments(hostCall.text, verdict.arguments);
    call.arguments = verdict.arguments;
    return true;
  }

  #isHeldByRule(hostCall: HostCall): boolean | Promise<boolean> {
    if (hostCall.call.method !== "tools/call") return false;
    return this.#parts.isHeldByRule(this.tools.requestFor(hostCall));
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
    const sent = this.#parts.toServer(text, this.tools.headersFor(hostCall));
    sent.catch(() => hostCall.answered?.({ kind: "lost" }, ""));
    return { sent, response };
  }

  end(hostCall: HostCall, how: "ended" | "cancelled"): void {
    const { runId } = hostCall.call;
    this.#calls.remove(hostCall);
    this.open.ended(runId);
    this.#parts.ended(runId, how);
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
      call.abort.abort();
    }
  }
}
