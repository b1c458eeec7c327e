// Which tool calls of a host are held until the user decides, and what is then sent to the server.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import {
  asksForMore,
  claimed,
  otherParamsIn,
  outcomeIn,
  responseIn,
  toolCallIn,
} from "#shared/request/kinds/tool-call/document.ts";
import type { ToolCallOutcome, ToolCallRequest } from "#shared/request/kinds/tool-call/document.ts";
import { roundedBehind, roundedNumbers } from "#shared/rounded.ts";
import type { CallEnd } from "#shared/request/life/actors.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Settlement } from "#shared/request/life/event.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type {
  Delivery,
  RequestHandle,
  Incoming,
  Produced,
  UnattributedRequest,
} from "../../../core/ports.ts";
import type { ToolView } from "#shared/servers/server.ts";
import { toolOf } from "../session/lists.ts";
import { paramHeaders } from "../transports/paramHeaders.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import { keyOf } from "../wire/envelope.ts";
import { outcomeFlags } from "./approvedText.ts";
import { roundedField } from "../wire/roundedNumbers.ts";
import { abortedBecause } from "./hostCalls.ts";
import type { HostCall } from "./hostCalls.ts";
import { REFUSED_CALL, REFUSED_RESULT, REJECTED_CALL, REJECTED_RESULT } from "./hostMessages.ts";

/** A server may list thousands of tools; those beyond this number count as unknown. */
const TOOLS_MAX = 10_000;

export type Verdict =
  /** Run it, and send the result unseen. */
  | { kind: "run"; arguments: JsonObject }
  /** It has run, and the user approved this result for the host. */
  | { kind: "reply"; outcome: ToolCallOutcome }
  /** `because`: what it means for the requests that depend on the call. */
  | { kind: "no"; text: string; because: Exclude<CallEnd, "ended"> };

/** Why a call is held. */
export interface Holding {
  by: NonNullable<Incoming["heldBy"]>;
  /** The user also reviews the result. */
  reviewsResult: boolean;
}

export class HeldToolCalls {
  /** Ids of pending `tools/list` requests. */
  readonly #listings = new Set<string>();
  /** The server's tools, as last listed in this session. */
  readonly #tools = new Map<string, JsonObject>();

  listed(id: JsonRpcId, method: string): void {
    if (method === "tools/list") this.#listings.add(keyOf(id));
  }

  /** Takes a result of the server; remembers the tools of a `tools/list`, and returns them. */
  learn(id: JsonRpcId, result: JsonObject): ToolView[] {
    if (!this.#listings.delete(keyOf(id))) return [];
    const { tools } = result;
    const read: ToolView[] = [];
    for (const tool of Array.isArray(tools) ? tools.slice(0, TOOLS_MAX) : []) {
      const view = isJsonObject(tool) ? toolOf(tool) : null;
      if (view === null) continue;
      read.push(view);
      if (this.#tools.size < TOOLS_MAX || this.#tools.has(view.name))
        this.#tools.set(view.name, tool as JsonObject);
    }
    return read;
  }

  /** A tool that is not marked read-only may change something (2025-11-25, server/tools, "ToolAnnotations"). */
  isHeld({ call, text }: HostCall, { holdTools }: ServerPolicy): boolean {
    if (call.method !== "tools/call" || holdTools === "none") return false;
    const readOnly = claimed(this.#tools.get(call.name)?.["annotations"], "readOnly");
    return holdTools === "all" || readOnly !== true || asksForMore(othersIn(text));
  }

  /** Arguments that the tool's schema wants repeated as HTTP headers. */
  headersFor({ call }: HostCall): Record<string, string> {
    const schema = this.#tools.get(call.name)?.["inputSchema"];
    const isListed = call.method === "tools/call" && isJsonObject(schema);
    return isListed && isJsonObject(call.arguments) ? paramHeaders(schema, call.arguments) : {};
  }

  /**
   * Passes the call to the desk; resolves with the user's decision. Ends with the call.
   * @param run has the server run it with these arguments
   */
  decide(
    hostCall: HostCall,
    { by, reviewsResult }: Holding,
    parts: {
      hold: (incoming: UnattributedRequest, runs: string[]) => RequestHandle;
      run: (args: JsonObject) => Promise<ToolCallOutcome>;
    },
  ): Promise<Verdict> {
    const { call, abort } = hostCall;
    const { signal } = abort;
    let hasRun = false;
    const produce = async (document: RequestDocument): Promise<Produced> => {
      hasRun = true;
      const response = await parts.run(toolCallIn(document)?.arguments ?? {});
      const flags = outcomeFlags(hostCall.lastText);
      return { response: response as unknown as Json, flags };
    };
    return new Promise((resolve) => {
      const settle = (settlement: Settlement): Promise<Delivery> => {
        if (signal.aborted) return Promise.resolve({ kind: "not-sent", detail: "withdrawn" });
        resolve(verdictOf(settlement, hasRun));
        return Promise.resolve({ kind: "sent" });
      };
      const held = parts.hold(
        {
          ...this.requestFor(hostCall),
          heldBy: by,
          ...(reviewsResult ? { produce } : {}),
          settle,
        },
        [call.runId],
      );
      signal.addEventListener("abort", () => held.withdraw(abortedBecause(hostCall)), {
        once: true,
      });
    });
  }

  /** The call as a request to the desk. */
  requestFor({ id, call, text }: HostCall): Omit<UnattributedRequest, "settle"> {
    const rounded = roundedBehind(roundedNumbers(text), "params").map(({ path, ...number }) => ({
      ...number,
      path: path[0] === "arguments" ? path : ["otherParams", ...path],
    }));
    return {
      requestKind: "tool-call",
      origin: { kind: "certain", call },
      params: {
        name: call.name,
        arguments: call.arguments,
        ...othersIn(text),
        ...this.#about(call.name),
      },
      reply: { kind: "pushed", requestId: id },
      ...roundedField(rounded),
    };
  }

  #about(name: string): JsonObject {
    const { title, description, inputSchema, outputSchema, annotations } =
      this.#tools.get(name) ?? {};
    return {
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
      ...(isJsonObject(inputSchema) ? { inputSchema } : {}),
      ...(isJsonObject(outputSchema) ? { outputSchema } : {}),
      ...(isJsonObject(annotations) ? { annotations } : {}),
    };
  }
}

/** Read from the text, which is what the server gets. */
function othersIn(text: string): Pick<ToolCallRequest, "otherParams"> {
  const { params } = JSON.parse(text) as JsonObject;
  const otherParams = isJsonObject(params) ? otherParamsIn(params) : {};
  return Object.keys(otherParams).length === 0 ? {} : { otherParams };
}

function verdictOf(settlement: Settlement, hasRun: boolean): Verdict {
  if (settlement.kind === "result") {
    const response = responseIn(settlement.document);
    if (response !== null) return { kind: "run", arguments: response.arguments };
    const outcome = outcomeIn(settlement.document);
    if (outcome !== null) return { kind: "reply", outcome };
  }
  if (settlement.kind === "error" && settlement.code === -1) {
    const said = hasRun ? REJECTED_RESULT : REJECTED_CALL;
    const note = settlement.data?.note;
    const text = note === undefined ? said : `${said} Their reason: ${note}`;
    return { kind: "no", text, because: { kind: "call-rejected" } };
  }
  const why = settlement.kind === "error" ? ` ${settlement.message}` : "";
  const text = `${hasRun ? REFUSED_RESULT : REFUSED_CALL}${why}`;
  return { kind: "no", text, because: { kind: "call-refused" } };
}
