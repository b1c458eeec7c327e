// Whether a server over HTTP has forgotten the session of a request. A 404 says so (2025-11-25, basic/transports, "Session
// Management"). Others answer 400 or 410, or an error in a 2xx: a ping in the same session tells that from an error of the
// request itself.
import { randomUUID } from "node:crypto";
import { isJsonObject, jsonIn } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import type { Tap } from "../wire/tap.ts";
import { beginningOf, errorIn, isErrorFor, namesSession } from "./httpRefusal.ts";
import type { longFetch } from "./longFetch.ts";
import { acceptTimeoutMs } from "./outbox.ts";

/** Where a request was sent, with its headers. */
export interface InSession {
  url: string | URL;
  headers: Headers;
}

/** Longest event that is read for an error of the server itself. */
const ERROR_CHARACTERS = 64 * 1024;

const isUnclear = (status: number): boolean => status === 400 || status === 410;

export class SessionCheck {
  readonly #tap: Tap;
  readonly #send: typeof longFetch;

  constructor(tap: Tap, send: typeof longFetch) {
    this.#tap = tap;
    this.#send = send;
  }

  async isForgotten(session: InSession, status: number): Promise<boolean> {
    if (!session.headers.has("mcp-session-id")) return false;
    return status === 404 || (isUnclear(status) && (await this.#pingFails(session)));
  }

  /** The same for a message with status 2xx. */
  async isForgottenBy(message: unknown, postId: JsonRpcId, session: InSession): Promise<boolean> {
    const error = isErrorFor(message, postId) ? errorIn(message) : null;
    if (error === null || !session.headers.has("mcp-session-id")) return false;
    return namesSession(error) && this.#pingFails(session);
  }

  /** Refused as well if the session is unknown; answered if only the other request was wrong. */
  async #pingFails({ url, headers }: InSession): Promise<boolean> {
    const ping = { jsonrpc: "2.0", id: `countersign-${randomUUID()}`, method: "ping" };
    const body = JSON.stringify(ping);
    this.#tap.record("out", body, ping);
    const responseTimeoutMs = acceptTimeoutMs("");
    try {
      const response = await this.#send(url, { method: "POST", headers, body, responseTimeoutMs });
      const { text, bytes, cut } = await beginningOf(response.body);
      recordOther(this.#tap, text, bytes, cut);
      if (response.status === 404 || isUnclear(response.status)) return true;
      const error = errorIn(jsonIn(dataOf(text)));
      return error !== null && namesSession(error);
    } catch {
      return false;
    }
  }
}

/** The data of one event, or the body as it is. */
const dataOf = (text: string): string =>
  /^data:/m.test(text)
    ? (text.match(/^data:.*$/gm) ?? []).map((line) => line.slice(5)).join("")
    : text;

/** Records a body that contains no messages for the client. */
export function recordOther(tap: Tap, text: string, bytes: number, cut: boolean): void {
  if (text.trim() !== "") tap.record("in", text, jsonIn(text), bytes, cut);
}

/** The error response to the one request of this POST, if the event is that. */
export function errorAlone(data: string, postId: JsonRpcId | null): JsonObject | null {
  if (postId === null || data.length > ERROR_CHARACTERS || !data.includes('"error"')) return null;
  const message = jsonIn(data);
  return isErrorFor(message, postId) && isJsonObject(message) ? message : null;
}
