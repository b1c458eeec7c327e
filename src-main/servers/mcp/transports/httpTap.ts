// Observes every HTTP exchange of a connection: which POST a message came on, why the server could not be reached,
// which responses can no longer come. The library behind it gets rewritten bodies.
import type { PipeListener, MessageSource } from "./pipe.ts";
import { isRequestId } from "../wire/envelope.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import { isJsonObject, jsonIn } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import type { ServerFailure } from "#shared/outcome.ts";
import type { TextReader } from "../../../core/textPorts.ts";
import type { Certificate } from "#shared/servers/identity/identity.ts";
import { maskedAddress } from "#shared/servers/config/masking.ts";
import { certificateOfResponse } from "../identity/certificate.ts";
import { beginningOf, HttpStatusError, refusalOf } from "./httpRefusal.ts";
import { errorAlone, recordOther, SessionCheck } from "./sessionCheck.ts";
import type { InSession } from "./sessionCheck.ts";
import { AbortError, longFetch, NetworkError } from "./longFetch.ts";
import type { LongFetchInit } from "./longFetch.ts";
import { MESSAGE_MAX_BYTES } from "./byteLines.ts";
import { acceptTimeoutMs } from "./outbox.ts";
import { rewriteEvents } from "./sse.ts";
import { receiveMessage } from "../wire/receiveText.ts";

/** The last problem, before the library wraps it. */
export type Problem =
  | { kind: "status"; status: number; words?: string }
  /** The server does not know the session any more. */
  | { kind: "forgotten" }
  | { kind: "network"; code: string; detail: string }
  /** A redirect to another origin, which is not followed. */
  | { kind: "redirect"; to: string };

export interface TapListener {
  /** Requests are answered by the response to their POST, not on another stream (HTTP+SSE). */
  readonly answersPosts: boolean;
  /** The GET stream got a response, whatever its status. */
  streamOpened(status: number): void;
  /** The GET stream broke (`error`) or ended (null). */
  streamEnded(error: unknown): void;
  /** A POST's stream broke before its response. Resolves when it is known whether the server has gone. */
  responseBroken(): Promise<void>;
  /** The certificate of a response's connection. */
  certificate?(certificate: Certificate): void;
  /** The server responded with an error, or not at all. */
  problem(problem: Problem, method: string): void;
  /**
   * The server does not know the session. `id`: the request that it answered so in a stream, which did not run; null
   * for the stream of its own. True: the request is taken back, and its response is not passed on.
   */
  forgotSession(id: JsonRpcId | null): boolean;
  failureOf(problem: Problem): ServerFailure;
}

export class HttpTap {
  readonly #inlet: PipeListener;
  readonly #listener: TapListener;
  /** The last event id of a POST's stream, for a stream that is resumed by GET. */
  readonly #postOfEvent = new Map<string, JsonRpcId>();

  readonly #send: typeof longFetch;

  readonly #texts: TextReader | null;
  readonly #sessions: SessionCheck;

  /** `send`: replaces plain `fetch`. `texts` parses large messages off the main thread. */
  constructor(
    inlet: PipeListener,
    listener: TapListener,
    send: typeof longFetch = longFetch,
    texts: TextReader | null = null,
  ) {
    this.#texts = texts;
    this.#inlet = inlet;
    this.#listener = listener;
    this.#send = send;
    this.#sessions = new SessionCheck(inlet.tap, send);
  }

  readonly fetch = async (url: string | URL, init: LongFetchInit = {}): Promise<Response> => {
    const method = init.method ?? "GET";
    const headers = new Headers(init.headers);
    const session: InSession = { url, headers };
    const posted = method === "POST" ? postedOf(init.body) : null;
    if (posted !== null) return this.#post(posted, init, session);
    const postId = this.#resumed(headers);
    const response = await this.#exchange(url, init, null);
    if (method === "GET") return this.#stream(response, postId, session);
    return response.body === null ? response : withoutBody(response);
  };

  /** Sends it, and tells of a server that cannot be reached. @param seq the recorded message that it carries */
  async #exchange(url: string | URL, init: LongFetchInit, seq: number | null): Promise<Response> {
    const failed = (code: string): void => {
      if (seq !== null) this.#inlet.tap.sendFailed(seq, code);
    };
    try {
      const response = await this.#send(url, init);
      const certificate = certificateOfResponse(response);
      if (certificate !== undefined) this.#listener.certificate?.(certificate);
      return response;
    } catch (error) {
      const isLimited = init.responseTimeoutMs !== undefined && init.signal?.aborted !== true;
      if (error instanceof AbortError && isLimited) failed("ETIMEDOUT");
      if (error instanceof NetworkError) {
        const { code, message } = error;
        failed(code === "" ? message : code);
        this.#listener.problem({ kind: "network", code, detail: message }, init.method ?? "GET");
      }
      throw error;
    }
  }

  async #post(
    { text, message }: Posted,
    init: LongFetchInit,
    session: InSession,
  ): Promise<Response> {
    const { tap } = this.#inlet;
    const seq = tap.record("out", text, message);
    const postId = idOf(message);
    const limit = postId === null ? { responseTimeoutMs: acceptTimeoutMs(text) } : {};
    const response = await this.#exchange(session.url, { ...init, ...limit }, seq);
    // Since 2026-07-28 the body of an HTTP error is the JSON-RPC error (Streamable HTTP, "Sending Messages").
    const mayAnswer = session.headers.has("mcp-method") && [400, 404].includes(response.status);
    if (mayAnswer && postId !== null && response.body !== null && (await answers(response, postId)))
      return this.#json(response, response.body, { postId }, 200);
    if (!response.ok) tap.sendFailed(seq, `HTTP ${response.status}`);
    return this.#answer(response, postId, session);
  }

  /** What a POST got. @param postId null for what is not answered */
  async #answer(
    response: Response,
    postId: JsonRpcId | null,
    session: InSession,
  ): Promise<Response> {
    const { body } = response;
    if (isOwnRedirect(session.url, response)) return withoutBody(response);
    if (!response.ok) throw await this.#refused(response, session, postId === null);
    if (postId === null || !this.#listener.answersPosts) return withoutBody(response);
    const type = response.headers.get("content-type") ?? "";
    if (body !== null && /^text\/event-stream\b/i.test(type))
      return this.#events(response, body, "POST", { postId }, session);
    if (body !== null && isJson(response)) return this.#jsonAnswer(response, body, postId, session);
    throw await this.#refused(response, session, false);
  }

  /** What a GET got: the stream of the server's own messages, or the rest of a POST's. */
  async #stream(
    response: Response,
    postId: JsonRpcId | null,
    session: InSession,
  ): Promise<Response> {
    this.#listener.streamOpened(response.status);
    if (!response.ok && response.status !== 405) {
      if (await this.#sessions.isForgotten(session, response.status))
        this.#listener.forgotSession(null);
      else this.#listener.problem(problemOf(session.url, response), "GET");
    }
    const { body } = response;
    if (body === null) return response;
    if (!response.ok) return withoutBody(response);
    // The library parses GET responses as events, whatever their content type.
    return this.#events(response, body, "GET", { postId }, session);
  }

  /** What the server answered in place of a response. */
  async #refused(
    response: Response,
    session: InSession,
    withoutWords: boolean,
  ): Promise<HttpStatusError> {
    const { text, bytes, cut } = withoutWords
      ? { text: "", bytes: 0, cut: false }
      : await beginningOf(response.body);
    if (withoutWords) void response.body?.cancel().catch(() => {});
    recordOther(this.#inlet.tap, text, bytes, cut);
    const refusal = refusalOf(response, text);
    const problem: Problem = (await this.#sessions.isForgotten(session, response.status))
      ? { kind: "forgotten" }
      : problemOf(session.url, response, refusal.words);
    if (!response.ok) this.#listener.problem(problem, "POST");
    return new HttpStatusError(refusal, this.#listener.failureOf(problem));
  }

  async #jsonAnswer(
    response: Response,
    body: ReadableStream<Uint8Array>,
    postId: JsonRpcId,
    session: InSession,
  ): Promise<Response> {
    const [shown, passed] = body.tee();
    const { text, bytes, cut } = await beginningOf(shown, Infinity);
    // A longer body is no error, and not parsed twice.
    if (cut) return this.#json(response, passed, { postId });
    const message = jsonIn(text);
    const isForgotten = await this.#sessions.isForgottenBy(message, postId, session);
    const all = Array.isArray(message) ? message : [message];
    if (!isForgotten && all.some((one) => isJsonObject(one) && one["id"] === postId))
      return this.#json(response, passed, { postId });
    void passed.cancel().catch(() => {});
    recordOther(this.#inlet.tap, text, bytes, cut);
    const refusal = refusalOf(response, text);
    const problem: Problem = isForgotten
      ? { kind: "forgotten" }
      : { kind: "status", status: response.status, words: refusal.words };
    throw new HttpStatusError(refusal, this.#listener.failureOf(problem));
  }

  #events(
    response: Response,
    body: ReadableStream<Uint8Array>,
    method: string,
    from: MessageSource,
    session: InSession,
  ): Response {
    let answered = false;
    let resumable = false;
    const stream = rewriteEvents(
      body,
      {
        message: async (data, eventId) => {
          if (eventId !== null && eventId !== "" && from.postId !== null) {
            resumable = true;
            this.#setEventPost(eventId, from.postId);
          }
          // An event with an id but no text only marks where to resume the stream (2025-11-25, transports, "Sending
          // Messages").
          const error = errorAlone(data, from.postId);
          if (error !== null && from.postId !== null) {
            const isForgotten = await this.#sessions.isForgottenBy(error, from.postId, session);
            answered = true;
            if (isForgotten && this.#listener.forgotSession(from.postId)) {
              recordOther(this.#inlet.tap, data, Buffer.byteLength(data), false);
              return [];
            }
            if (error["id"] !== from.postId)
              return this.#passError(data, { ...error, id: from.postId }, from);
          }
          const messages =
            data === "" ? [] : await receiveMessage(this.#inlet, data, from, this.#texts);
          await this.#inlet.ready?.();
          answered ||= messages.some(
            (message) => isJsonObject(message) && message["id"] === from.postId,
          );
          return messages.map((message) => JSON.stringify(message));
        },
        oversized: (found) => this.#inlet.oversized(found, from),
      },
      (error) => {
        if (method === "GET") this.#listener.streamEnded(error);
        else if (from.postId !== null && !answered && !resumable) {
          void this.#broken(from.postId);
        }
        if (answered && from.postId !== null) this.#deleteEventPost(from.postId);
      },
    );
    return new Response(stream, { status: response.status, headers: response.headers });
  }

  /** An error that does not name the request that it can only be about. */
  #passError(data: string, error: JsonObject, from: MessageSource): string[] {
    const bytes = Buffer.byteLength(data);
    this.#inlet.tap.record("in", data, jsonIn(data), bytes);
    return this.#inlet
      .admit(error, { ...from, bytes, text: JSON.stringify(error) })
      .map((message) => JSON.stringify(message));
  }

  async #broken(postId: JsonRpcId): Promise<void> {
    await this.#listener.responseBroken();
    this.#inlet.responseLost(postId);
  }

  async #json(
    response: Response,
    body: ReadableStream<Uint8Array>,
    from: MessageSource,
    status = response.status,
  ): Promise<Response> {
    const { text, head, bytes } = await textOf(body);
    const messages =
      text === null ? [] : await receiveMessage(this.#inlet, text, from, this.#texts);
    if (text === null) this.#inlet.oversized({ id: from.postId, method: null, bytes, head }, from);
    const [only, another] = messages;
    const shown = another === undefined && only !== undefined ? only : messages;
    return new Response(JSON.stringify(shown), {
      status,
      headers: { "content-type": "application/json", ...sessionOf(response) },
    });
  }

  #resumed(headers: Headers): JsonRpcId | null {
    const lastEvent = headers.get("last-event-id");
    return lastEvent === null ? null : (this.#postOfEvent.get(lastEvent) ?? null);
  }

  #setEventPost(eventId: string, postId: JsonRpcId): void {
    this.#deleteEventPost(postId);
    this.#postOfEvent.set(eventId, postId);
  }

  #deleteEventPost(postId: JsonRpcId): void {
    for (const [event, post] of this.#postOfEvent) {
      if (post === postId) this.#postOfEvent.delete(event);
    }
  }
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/json\b/i.test(headers.get("content-type") ?? "");

/**
 * Whether a body is the response to this request. Servers of earlier versions have no id in errors that they make before
 * they read the message.
 */
async function answers(response: Response, postId: JsonRpcId): Promise<boolean> {
  const { body } = isJson(response) ? response.clone() : { body: null };
  if (body === null) return false;
  const { text } = await textOf(body);
  const message = text === null ? undefined : jsonIn(text);
  return isJsonObject(message) && message["id"] === postId;
}

function addressOf(location: string, base: string | URL): URL | null {
  try {
    return new URL(location, base);
  } catch {
    return null;
  }
}

/** What is wrong with an invalid response. The library follows redirects within the origin by itself. */
function problemOf(url: string | URL, { status, headers }: Response, words = ""): Problem {
  const location = headers.get("location");
  if (status < 300 || status > 399 || location === null)
    return { kind: "status", status, ...(words === "" ? {} : { words }) };
  const to = addressOf(location, url);
  if (to === null || to.origin === new URL(url).origin) return { kind: "status", status };
  // The part after the path may be secret.
  return { kind: "redirect", to: maskedAddress(`${to.origin}${to.pathname}`) };
}

/** Within the origin: the library follows it. */
const isOwnRedirect = (url: string | URL, response: Response): boolean =>
  response.status >= 300 &&
  response.status < 400 &&
  response.headers.has("location") &&
  problemOf(url, response).kind === "status";

/** A response or notification was accepted or rejected: the status tells, and the body may never end. */
function withoutBody(response: Response): Response {
  void response.body?.cancel().catch(() => {});
  return new Response(null, { status: response.status, headers: response.headers });
}

interface Posted {
  text: string;
  message: unknown;
}

/** The message of a POST; null for a body that is not ours. */
const postedOf = (body: unknown): Posted | null =>
  typeof body === "string" ? { text: body, message: jsonIn(body) } : null;

/** The id of the request in a POST; null for notifications and responses. */
function idOf(message: unknown): JsonRpcId | null {
  if (!isJsonObject(message) || message["method"] === undefined) return null;
  const { id } = message;
  return isRequestId(id) ? id : null;
}

function sessionOf(response: Response): Record<string, string> {
  const session = response.headers.get("mcp-session-id");
  return session === null ? {} : { "mcp-session-id": session };
}

/** The whole text, or null and its start if it is larger than a message may be. */
async function textOf(
  body: ReadableStream<Uint8Array>,
): Promise<{ text: string | null; head: string; bytes: number }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return { text: Buffer.concat(chunks).toString("utf8"), head: "", bytes };
    bytes += value.length;
    if (bytes > MESSAGE_MAX_BYTES) {
      await reader.cancel();
      const head = Buffer.from(chunks[0] ?? value).toString("utf8");
      return { text: null, head, bytes };
    }
    chunks.push(value);
  }
}
