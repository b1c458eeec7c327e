// Ids of a server's requests across its sessions. They start over with each session, and a late response to the request 0
// of a forgotten one must not answer the request 0 of the next: from the second on, ids name their session.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject, jsonIn } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import { withField } from "../relayed/splice.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import { isRequestId } from "../wire/envelope.ts";
import type { MessageSource } from "./pipe.ts";

export class SessionIds {
  /** Counts the sessions from 0. */
  readonly session: number;
  readonly #prefix: string;

  constructor(session: number) {
    this.session = session;
    this.#prefix = session === 0 ? "" : `session-${session}-`;
  }

  /** What the client gets of a message (or batch) of the server. */
  incoming(raw: unknown, from: MessageSource): { raw: unknown; from: MessageSource } {
    if (this.#prefix === "") return { raw, from };
    if (Array.isArray(raw)) {
      const { text: _rewritten, ...others } = from;
      return { raw: raw.map((one) => this.#named(one)?.message ?? one), from: others };
    }
    const named = this.#named(raw);
    if (named === null) return { raw, from };
    const { path, id } = named;
    const text = from.text === undefined ? {} : { text: withField(from.text, path, id) };
    return { raw: named.message, from: { ...from, ...text } };
  }

  /** What is sent of a response or notification; null for a response to a request of another session. */
  outgoing(
    message: JSONRPCMessage,
    text: string | null,
  ): { message: JSONRPCMessage; text: string | null } | null {
    if ("method" in message || this.#prefix === "") return { message, text };
    const id = this.#original(message.id);
    if (id === null) return null;
    const sent = text === null ? null : withField(text, ["id"], id);
    return { message: { ...message, id } as JSONRPCMessage, text: sent };
  }

  /** A request, or the cancellation of one, with the id that names the session. */
  #named(raw: unknown): { message: JsonObject; path: string[]; id: string } | null {
    if (!isJsonObject(raw) || typeof raw["method"] !== "string") return null;
    if (isRequestId(raw["id"])) {
      const id = this.#name(raw["id"]);
      return { message: { ...raw, id }, path: ["id"], id };
    }
    const { params } = raw;
    if (raw["method"] !== "notifications/cancelled" || !isJsonObject(params)) return null;
    if (!isRequestId(params["requestId"])) return null;
    const id = this.#name(params["requestId"]);
    const message = { ...raw, params: { ...params, requestId: id } };
    return { message, path: ["params", "requestId"], id };
  }

  #name(id: JsonRpcId): string {
    return `${this.#prefix}${JSON.stringify(id)}`;
  }

  #original(id: unknown): JsonRpcId | null {
    if (typeof id !== "string" || !id.startsWith(this.#prefix)) return null;
    const original = jsonIn(id.slice(this.#prefix.length));
    return isRequestId(original) ? original : null;
  }
}
