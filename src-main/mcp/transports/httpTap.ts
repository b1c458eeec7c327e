// Observes every HTTP exchange of a connection: which POST a message came on, why the server could not be reached,
// which responses can no longer come. The library behind it gets rewritten bodies.
import type { PipeListener, MessageSource } from "./pipe.ts";
import { isRequestId } from "../wire/envelope.ts";
import type { RequestId } from "../wire/envelope.ts";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { TextReader } from "../../services/textPorts.ts";
import type { Certificate } from "../../../src-shared/servers/identity/identity.ts";
import { maskedAddress } from "../../../src-shared/servers/config/masking.ts";
import { certificateOfResponse } from "../identity/certificate.ts";
import { AbortError, longFetch, NetworkError } from "./longFetch.ts";
import { MESSAGE_MAX_BYTES } from "./byteLines.ts";
import { acceptTimeoutMs } from "./outbox.ts";
import { rewriteEvents } from "./sse.ts";
import { receiveMessage } from "../wire/receiveLarge.ts";
import { parseText } from "../wire/receiveText.ts";

/** The last problem, before the library wraps it. */
export type Problem =
  | { kind: "status"; status: number }
  | { kind: "network"; code: string; detail: string }
  /** A redirect to another origin, which is not followed. */
  | { kind: "redirect"; to: string };

export interface TapListener {
  /** The GET stream got a response, whatever its status. */
  streamOpened(status: number): void;
  /** The GET stream broke (`error`) or ended (null). */
  streamEnded(error: unknown): void;
  /** A POST's stream broke before its response. Resolves when it is known whether the server has gone. */
  responseBroken(): Promise<void>;
  /** The certificate of a response's connection. */
  certificate?(certificate: Certificate): void;
  /** The server responded with an error, or not at all. */
  problem(problem: Problem, method: string, inSession: boolean): void;
}

export class HttpTap {
  readonly #inlet: PipeListener;
  readonly #listener: TapListener;
  /** The last event id of a POST's stream, for a stream that is resumed by GET. */
  readonly #postOfEvent = new Map<string, RequestId>();

  readonly #send: typeof longFetch;

  readonly #texts: TextReader | null;

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
  }

  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? "GET";
    const headers = new Headers(init.headers);
    const posted = method === "POST" ? postedOf(init.body) : null;
    const seq = posted === null ? 0 : this.#inlet.tap.record("out", posted.text, posted.message);
    let response: Response;
    const postId = posted === null ? this.#resumed(headers) : idOf(posted.message);
    const answersNothing = posted !== null && postId === null;
    const limit = answersNothing ? { responseTimeoutMs: acceptTimeoutMs(posted.text) } : {};
    try {
      response = await this.#send(url, { ...init, ...limit });
    } catch (error) {
      if (answersNothing && error instanceof AbortError && init.signal?.aborted !== true) {
        this.#inlet.tap.sendFailed(seq, "ETIMEDOUT");
      }
      if (error instanceof NetworkError) {
        const { code, message } = error;
        if (posted !== null) this.#inlet.tap.sendFailed(seq, code === "" ? message : code);
        this.#listener.problem({ kind: "network", code, detail: message }, method, false);
      }
      throw error;
    }
    const certificate = certificateOfResponse(response);
    if (certificate !== undefined) this.#listener.certificate?.(certificate);
    // Since 2026-07-28 the body of an HTTP error is the JSON-RPC error (Streamable HTTP, "Sending Messages").
    const mayAnswer = headers.has("mcp-method") && [400, 404].includes(response.status);
    if (mayAnswer && postId !== null && response.body !== null && (await answers(response, postId)))
      return this.#json(response, response.body, { postId }, 200);
    if (posted !== null && !response.ok) this.#inlet.tap.sendFailed(seq, `HTTP ${response.status}`);
    if (method === "GET") this.#listener.streamOpened(response.status);
    if (!response.ok && !(method === "GET" && response.status === 405)) {
      const inSession = headers.has("mcp-session-id");
      this.#listener.problem(problemOf(url, response), method, inSession);
    }
    const { body } = response;
    if (body === null) return response;
    const type = response.headers.get("content-type") ?? "";
    if (method === "POST" && postId === null) return withoutBody(response, body);
    // The library parses GET responses as events, whatever their content type.
    if (response.ok && (method === "GET" || /^text\/event-stream\b/i.test(type))) {
      return this.#events(response, body, method, { postId });
    }
    if (response.ok && postId !== null && isJson(response)) {
      return this.#json(response, body, { postId });
    }
    const seen = readBeginning(body, (text, bytes, cut) => this.#sawOther(text, bytes, cut));
    return new Response(seen, { status: response.status, headers: response.headers });
  };

  #events(
    response: Response,
    body: ReadableStream<Uint8Array>,
    method: string,
    from: MessageSource,
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

  async #broken(postId: RequestId): Promise<void> {
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

  /** The body of an error, or of a type that contains no messages. */
  #sawOther(text: string, bytes: number, cut: boolean): void {
    if (text.trim() !== "") this.#inlet.tap.record("in", text, parseText(text), bytes, cut);
  }

  #resumed(headers: Headers): RequestId | null {
    const lastEvent = headers.get("last-event-id");
    return lastEvent === null ? null : (this.#postOfEvent.get(lastEvent) ?? null);
  }

  #setEventPost(eventId: string, postId: RequestId): void {
    this.#deleteEventPost(postId);
    this.#postOfEvent.set(eventId, postId);
  }

  #deleteEventPost(postId: RequestId): void {
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
async function answers(response: Response, postId: RequestId): Promise<boolean> {
  const { body } = isJson(response) ? response.clone() : { body: null };
  if (body === null) return false;
  const { text } = await textOf(body);
  const message = text === null ? undefined : parseText(text);
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
function problemOf(url: string | URL, { status, headers }: Response): Problem {
  const location = headers.get("location");
  if (status < 300 || status > 399 || location === null) return { kind: "status", status };
  const to = addressOf(location, url);
  if (to === null || to.origin === new URL(url).origin) return { kind: "status", status };
  // The part after the path may be secret.
  return { kind: "redirect", to: maskedAddress(`${to.origin}${to.pathname}`) };
}

/** A response or notification was accepted or rejected: the status tells, and the body may never end. */
function withoutBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  void body.cancel().catch(() => {});
  return new Response(null, { status: response.status, headers: response.headers });
}

/** Longest body of an error or an unknown type that is passed to the library. */
const OTHER_BODY_BYTES = 64 * 1024;

/** At most this many bytes of a body, as a server may never end it. `saw` is called once with them and their number. */
function readBeginning(
  body: ReadableStream<Uint8Array>,
  saw: (text: string, bytes: number, cut: boolean) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let left = OTHER_BODY_BYTES;
  let told = false;
  const tell = (cut: boolean): void => {
    if (told) return;
    told = true;
    saw(Buffer.concat(chunks).toString("utf8"), OTHER_BODY_BYTES - left, cut);
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await reader.read();
      if (!done) {
        chunks.push(value.subarray(0, left));
        controller.enqueue(value.subarray(0, left));
        left = Math.max(0, left - value.length);
      }
      if (!done && left > 0) return;
      tell(!done);
      controller.close();
      void reader.cancel().catch(() => {});
    },
    cancel(reason) {
      tell(true);
      return reader.cancel(reason);
    },
  });
}

interface Posted {
  text: string;
  message: unknown;
}

/** The message of a POST; null for a body that is not ours. */
const postedOf = (body: unknown): Posted | null =>
  typeof body === "string" ? { text: body, message: parseText(body) } : null;

/** The id of the request in a POST; null for notifications and responses. */
function idOf(message: unknown): RequestId | null {
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
