// Which tool calls of a host are held until the user decides, and what is then sent to the server.
import { isJsonObject } from "../../../src-shared/json.ts";
import type { JsonObject } from "../../../src-shared/json.ts";
import { claimed, responseIn } from "../../../src-shared/kinds/tool-call/document.ts";
import type { Settlement } from "../../../src-shared/sampling/life/event.ts";
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { Delivery, HeldRequest, UnattributedRequest } from "../../desk/ports.ts";
import { paramHeaders } from "../transports/paramHeaders.ts";
import type { RequestId } from "../wire/envelope.ts";
import { keyOf } from "../wire/envelope.ts";
import type { HostCall } from "./hostCalls.ts";

/** A server may list thousands of tools; those beyond this number count as unknown. */
const TOOLS_MAX = 10_000;

type Verdict = { kind: "run"; arguments: JsonObject } | { kind: "no"; text: string };

export class HeldToolCalls {
  /** Ids of pending `tools/list` requests. */
  readonly #listings = new Set<string>();
  /** The server's tools, as last listed in this session. */
  readonly #tools = new Map<string, JsonObject>();

  listed(id: RequestId, method: string): void {
    if (method === "tools/list") this.#listings.add(keyOf(id));
  }

  /** Takes a result of the server; remembers the tools of a `tools/list`. */
  learn(id: RequestId, result: JsonObject): void {
    if (!this.#listings.delete(keyOf(id))) return;
    const { tools } = result;
    for (const tool of Array.isArray(tools) ? tools : []) {
      if (!isJsonObject(tool) || typeof tool["name"] !== "string") continue;
      if (this.#tools.size < TOOLS_MAX || this.#tools.has(tool["name"]))
        this.#tools.set(tool["name"], tool);
    }
  }

  /** A tool that is not marked read-only may change something (2025-11-25, server/tools, "ToolAnnotations"). */
  isHeld({ call }: HostCall, { holdTools }: ServerPolicy): boolean {
    if (call.method !== "tools/call" || holdTools === "none") return false;
    const readOnly = claimed(this.#tools.get(call.name)?.["annotations"], "readOnly");
    return holdTools === "all" || readOnly !== true;
  }

  /** Arguments that the tool's schema wants repeated as HTTP headers. */
  headersFor({ call }: HostCall): Record<string, string> {
    const schema = this.#tools.get(call.name)?.["inputSchema"];
    const isListed = call.method === "tools/call" && isJsonObject(schema);
    return isListed && isJsonObject(call.arguments) ? paramHeaders(schema, call.arguments) : {};
  }

  /** Passes the call to the desk; resolves with the user's decision. Ends with the call. */
  decide(
    hostCall: HostCall,
    hold: (incoming: UnattributedRequest, runs: string[]) => HeldRequest,
  ): Promise<Verdict> {
    const { call, abort } = hostCall;
    const { signal } = abort;
    return new Promise((resolve) => {
      const settle = (settlement: Settlement): Promise<Delivery> => {
        if (signal.aborted) return Promise.resolve({ kind: "not-sent", detail: "withdrawn" });
        resolve(verdictOf(settlement));
        return Promise.resolve({ kind: "sent" });
      };
      const held = hold(
        {
          ...this.requestFor(hostCall),
          settle,
        },
        [call.runId],
      );
      signal.addEventListener("abort", () => held.withdraw({ kind: "call-cancelled" }), {
        once: true,
      });
    });
  }

  /** The call as a request to the desk. */
  requestFor({ id, call }: HostCall): Omit<UnattributedRequest, "settle"> {
    return {
      requestKind: "tool-call",
      origin: { kind: "certain", call },
      params: { name: call.name, arguments: call.arguments, ...this.#about(call.name) },
      reply: { kind: "pushed", requestId: id },
    };
  }

  #about(name: string): JsonObject {
    const { title, description, inputSchema, annotations } = this.#tools.get(name) ?? {};
    return {
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
      ...(isJsonObject(inputSchema) ? { inputSchema } : {}),
      ...(isJsonObject(annotations) ? { annotations } : {}),
    };
  }
}

function verdictOf(settlement: Settlement): Verdict {
  if (settlement.kind === "result") {
    const response = responseIn(settlement.document);
    if (response !== null) return { kind: "run", arguments: response.arguments };
  }
  const rejected = settlement.kind === "error" && settlement.code === -1;
  if (rejected)
    return { kind: "no", text: "The user rejected this tool call in Countersign. It was not run." };
  const why = settlement.kind === "error" ? ` ${settlement.message}` : "";
  return { kind: "no", text: `Countersign refused this tool call. It was not run.${why}` };
}

/** A call's message, serialised again: it contains nothing that was not shown, such as a duplicate field. */
export function withArguments(text: string, args: JsonObject): string {
  const message = JSON.parse(text) as JsonObject & { params: JsonObject };
  return JSON.stringify({ ...message, params: { ...message.params, arguments: args } });
}
