// Replays an earlier request: at the gates, without a server waiting for it, or by calling the same tool again.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { fromJsonText } from "#shared/ledger/history.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Requester, OriginCall } from "#shared/request/life/heldRequest.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { RunView, ServerView } from "#shared/servers/server.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { Incoming } from "../core/ports.ts";
import type { HistoryThread } from "./historyThread.ts";
import type { ReplayFrom } from "./index/replayRequest.ts";

interface Parts {
  index: HistoryThread;
  desk: Pick<Desk, "receive" | "switchOf">;
  servers: { views(): readonly ServerView[] };
  calls: {
    start(
      serverId: string,
      kind: RunView["kind"],
      name: string,
      args: JsonObject,
    ): Outcome<string, Failure>;
  };
}

/** The kind of run for each method. */
const KINDS: Record<OriginCall["method"], RunView["kind"]> = {
  "tools/call": "tool",
  "prompts/get": "prompt",
  "resources/read": "resource",
};

export class ReplayService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Submits an earlier request to the desk again; returns the new request's id. */
  async replay(requestId: string, from: ReplayFrom): Promise<Outcome<string, Failure>> {
    const read = await this.#parts.index.read("again", requestId, from);
    if (!read.ok) return read;
    const { requester, declared, params, was } = fromJsonText(read.value);
    const reply = { kind: "replay" as const, of: requestId, ...(was === null ? {} : { was }) };
    return this.#hold({ requester, declared, params, reply });
  }

  /**
   * Submits a request that the user pasted, as if this server had sent it: the `params` of a
   * `sampling/createMessage`, or the whole message. Returns the new request's id.
   */
  pasted(serverId: string, text: string): Outcome<string, Failure> {
    const server = this.#parts.servers.views().find(({ id }) => id === serverId);
    if (server === undefined) return fail({ kind: "not-found", what: "server" });
    const params = paramsIn(text);
    if (!params.ok) return params;
    const { tools, context } = server.policy;
    return this.#hold({
      requester: requesterOf(server),
      declared: { tools, context },
      params: params.value,
      reply: { kind: "replay", of: null },
    });
  }

  /** Repeats the call that caused an earlier request; returns the run's id. */
  async callAgain(requestId: string): Promise<Outcome<string, Failure>> {
    const read = await this.#parts.index.read("origin", requestId);
    if (!read.ok) return read;
    const { requester, origin } = fromJsonText(read.value);
    if (origin.kind !== "certain") return fail({ kind: "no-certain-call" });
    const { method, name, arguments: args } = origin.call;
    // Missing once they were deleted; a call without arguments has an empty object.
    if (!isJsonObject(args)) return fail({ kind: "content-forgotten" });
    return this.#parts.calls.start(requester.serverId, KINDS[method], name, args);
  }

  #hold(again: Pick<Incoming, "requester" | "declared" | "params" | "reply">) {
    if (this.#parts.desk.switchOf(again.requester.serverId) === "stopped")
      return fail<Failure>({ kind: "desk-stopped" });
    const held = this.#parts.desk.receive({
      ...again,
      // It does not belong to the original call, which has already got its response.
      origin: { kind: "none" },
      // The server's permissions do not apply to a replay; which models it may use is still checked by the server's
      // id.
      policy: { ...defaultPolicy, unasked: "ask" },
      // No server waits for it, so there is nothing to deliver.
      settle: () => Promise.resolve({ kind: "sent" }),
    });
    return ok(held.requestId);
  }
}

function paramsIn(text: string): Outcome<Json, Failure> {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 300) : "";
    return fail({ kind: "pasted-not-request", detail });
  }
  const message = isJsonObject(value) && isJsonObject(value["params"]) ? value["params"] : value;
  return isJsonObject(message) && Array.isArray(message["messages"])
    ? ok(message)
    : fail({ kind: "pasted-not-request", detail: "" });
}

function requesterOf({ id, name, endpoint, negotiated }: ServerView): Requester {
  const claims = negotiated?.claims;
  return {
    serverId: id,
    name,
    transport: endpoint.kind,
    where: "",
    protocolVersion: negotiated?.protocolVersion ?? "",
    era: negotiated?.era ?? "legacy",
    encrypted: null,
    claims,
  };
}
