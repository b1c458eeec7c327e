// What a client did to open its session and set in it, to do the same in a session in place of a forgotten one.
import { randomUUID } from "node:crypto";
import type { JSONRPCMessage, TransportSendOptions } from "@modelcontextprotocol/client";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import { withField } from "../relayed/splice.ts";
import { keyOf } from "../wire/envelope.ts";
import type { WireError } from "../wire/envelope.ts";
import { within } from "../../../core/within.ts";
import type { HttpPipe } from "./http.ts";
import { HttpStatusError } from "./httpRefusal.ts";
import { PipeError } from "./pipe.ts";
import type { SessionIds } from "./sessionIds.ts";

const ANSWER_TIMEOUT_MS = 30_000;
/** The most subscriptions that are made again. */
const RESTORED_MAX = 10_000;

export interface Outgoing {
  message: JSONRPCMessage;
  /** The bytes to send; null if the protocol library serialises the message. */
  text: string | null;
  options: TransportSendOptions | undefined;
  onUploaded?: () => void;
}

/** A request whose response is still to come. */
export interface Pending extends Outgoing {
  carrier: Carrier;
  /** It is on its way, or was accepted. */
  isPosted: boolean;
  isAccepted: boolean;
  wasForgotten: boolean;
  isCancelled: boolean;
}

export const UNSENT = {
  isPosted: false,
  isAccepted: false,
  wasForgotten: false,
  isCancelled: false,
};

/** One session's way to the server. */
export interface Carrier {
  pipe: HttpPipe;
  ids: SessionIds;
  /** The session is gone; only responses to what was sent on it still count. */
  isRetired: boolean;
  /** Requests on whose streams the server asked for something, which nobody can answer any more. */
  asked: Set<string>;
}

export const post = (
  pipe: HttpPipe,
  { message, text, options, onUploaded }: Outgoing,
): Promise<void> =>
  text === null ? pipe.send(message, options) : pipe.sendText(text, message, options, onUploaded);

export const isForgotten = (error: unknown): boolean =>
  error instanceof HttpStatusError && error.forgotSession;

/** What is told as the response to a request that could not be sent to a new session. */
export function unsentError(failure: unknown): WireError {
  const refusal = failure instanceof HttpStatusError ? failure.refusal : null;
  const why = refusal === null ? String(failure) : `HTTP ${refusal.status}: ${refusal.words}`;
  const message = `The server forgot its session, and the request could not be sent again (${why}). It was not run.`;
  return refusal?.error ?? { code: -32001, message };
}

type Answer = { result: JsonObject } | { refused: string };

export class SessionOpening {
  initialize: Outgoing | null = null;
  version = "";
  #initialized: Outgoing | null = null;
  /** The log level and subscriptions. */
  readonly #restored = new Map<string, Outgoing>();
  /** The desk's own requests whose responses are still to come. */
  readonly #asks = new Map<string, (answer: Answer) => void>();

  get isInitialized(): boolean {
    return this.initialize !== null;
  }

  /** True if the message opens a session. */
  remember(out: Outgoing): boolean {
    if (!("method" in out.message)) return false;
    const { method, params } = out.message;
    const uri = `uri ${String(params?.["uri"])}`;
    if (method === "initialize") {
      this.initialize = out;
      this.#initialized = null;
      this.#restored.clear();
      return true;
    }
    if (method === "notifications/initialized") this.#initialized = out;
    else if (method === "logging/setLevel") this.#restored.set("level", out);
    else if (method === "resources/unsubscribe") this.#restored.delete(uri);
    else if (method === "resources/subscribe" && this.#restored.size < RESTORED_MAX)
      this.#restored.set(uri, out);
    return false;
  }

  /** Opens a session on a started pipe; null if it has another version than the client's own. Rejects with a pipe's errors. */
  async open(pipe: HttpPipe): Promise<JsonObject | null> {
    if (this.initialize === null) return null;
    const result = await this.#ask(pipe, this.initialize);
    if (result["protocolVersion"] !== this.version) return null;
    pipe.setProtocolVersion(this.version);
    try {
      if (this.#initialized !== null) await post(pipe, this.#initialized);
    } catch (error) {
      // A session that is forgotten already is found out by the next request.
      if (!isForgotten(error)) throw error;
    }
    for (const set of this.#restored.values()) await this.#ask(pipe, set).catch(() => {});
    return result;
  }

  async #ask(pipe: HttpPipe, out: Outgoing): Promise<JsonObject> {
    const id = `countersign-${randomUUID()}`;
    const message = { ...out.message, id } as JSONRPCMessage;
    const text = out.text === null ? null : withField(out.text, ["id"], id);
    const answered = new Promise<Answer>((resolve) => void this.#asks.set(keyOf(id), resolve));
    try {
      await post(pipe, { ...out, message, text });
      const silent = {
        kind: "server-silent",
        afterMs: ANSWER_TIMEOUT_MS,
        stage: "initialize",
      } as const;
      const answer = await within(answered, ANSWER_TIMEOUT_MS, null);
      if (answer === null) throw new PipeError(silent);
      if ("result" in answer) return answer.result;
      throw new PipeError({ kind: "server-refused-initialize", detail: answer.refused });
    } finally {
      this.#asks.delete(keyOf(id));
    }
  }

  /** Whether the message is the response to a request of the desk's own. */
  takes(message: unknown): boolean {
    if (!isJsonObject(message) || message["method"] !== undefined) return false;
    const { id, result, error } = message;
    const answered = typeof id === "string" ? this.#asks.get(keyOf(id)) : undefined;
    const refused = isJsonObject(error) ? String(error["message"]).slice(0, 2000) : "";
    answered?.(isJsonObject(result) ? { result } : { refused });
    return answered !== undefined;
  }
}
