// `fetch` without a clock: the built-in one ends a response that is silent for five minutes, and a person
// may think longer than that. Redirects are left to the caller; nothing is decompressed or cached.
import http from "node:http";
import https from "node:https";
import type tls from "node:tls";
import { noteCertificate } from "../identity/certificate.ts";

const CONNECT_TIMEOUT_MS = 15_000;
/** Silence after which the system asks the peer whether it is still there. */
const KEEP_ALIVE_MS = 30_000;

/** No answer came. `uploaded`: the request had left by then, so it may have arrived. */
export class NetworkError extends Error {
  readonly code: string;
  readonly uploaded: boolean;
  constructor(error: NodeJS.ErrnoException, uploaded: boolean) {
    super(error.code ?? error.message);
    this.code = error.code ?? "";
    this.uploaded = uploaded;
  }
}

/** We ended it ourselves. `uploaded`: the request had left by then, so it may have arrived. */
export class AbortError extends Error {
  override readonly name = "AbortError";
  readonly uploaded: boolean;
  constructor(uploaded: boolean) {
    super("This operation was aborted");
    this.uploaded = uploaded;
  }
}

export interface LongInit extends RequestInit {
  /** Ended like an abort where no answer has begun after so long; absent: somebody may think for as long as they like. */
  answerWithinMs?: number;
}

/**
 * Takes the part of `fetch` that the protocol library uses: method, headers, a text body, a signal. `more`: how
 * a host name is looked up, where not as usual, by what it is reached and whose certificates are trusted, and who
 * hears the address that was really connected to.
 */
export function longFetch(
  url: string | URL,
  init: LongInit = {},
  {
    peer,
    ...more
  }: Pick<http.RequestOptions, "lookup" | "agent"> & {
    secureContext?: tls.SecureContext;
    peer?: (ip: string) => void;
  } = {},
): Promise<Response> {
  const target = new URL(url);
  const signal = init.signal ?? undefined;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(new AbortError(false));
      return;
    }
    const client = target.protocol === "https:" ? https : http;
    const options: http.RequestOptions & { autoSelectFamily: boolean } = {
      method: init.method ?? "GET",
      headers: Object.fromEntries(new Headers(init.headers)),
      // "localhost" may be either address; both are tried.
      autoSelectFamily: true,
      ...more,
    };
    const request = client.request(target, options);
    const onAbort = (): void => void request.destroy(new AbortError(request.writableFinished));
    signal?.addEventListener("abort", onAbort, { once: true });
    const { answerWithinMs } = init;
    const late = answerWithinMs === undefined ? undefined : setTimeout(onAbort, answerWithinMs);
    watchSocket(request);
    request.once("response", ({ socket }) => {
      clearTimeout(late);
      if (socket.remoteAddress !== undefined) peer?.(socket.remoteAddress);
    });
    request.once("close", () => {
      clearTimeout(late);
      signal?.removeEventListener("abort", onAbort);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const { writableFinished } = request;
      const aborted = error instanceof AbortError;
      reject(aborted ? error : new NetworkError(error, writableFinished));
    });
    request.once("response", (message) => {
      try {
        const response = responseOf(message);
        noteCertificate(response, message.socket);
        resolve(response);
      } catch (error) {
        message.destroy();
        reject(error);
      }
    });
    request.end(typeof init.body === "string" ? init.body : undefined);
  });
}

function watchSocket(request: http.ClientRequest): void {
  request.once("socket", (socket) => {
    // A stream may be silent for hours; a peer that is gone without a word is still noticed.
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      const error: NodeJS.ErrnoException = new Error("connecting took too long");
      error.code = "ETIMEDOUT";
      request.destroy(error);
    }, CONNECT_TIMEOUT_MS);
    for (const event of ["connect", "close"]) socket.once(event, () => clearTimeout(timer));
  });
}

/** Throws a `NetworkError` for what is HTTP on the wire and nothing that a `Response` can hold. */
function responseOf(message: http.IncomingMessage): Response {
  const status = message.statusCode ?? 500;
  if (status < 200 || status > 599) throw new NetworkError(new Error(`HTTP ${status}`), true);
  const headers = new Headers();
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    headers.append(message.rawHeaders[i] ?? "", message.rawHeaders[i + 1] ?? "");
  }
  const empty = status === 204 || status === 205 || status === 304;
  if (empty) message.resume();
  return new Response(empty ? null : bodyOf(message), { status, headers });
}

/**
 * The body as it comes, no faster than it is read. By hand, because `Readable.toWeb` of Node 18 stalls the
 * main loop of Electron 25: no event of the app was handled any more.
 */
function bodyOf(message: http.IncomingMessage): ReadableStream<Uint8Array> {
  let over = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (error?: Error): void => {
        if (over) return;
        over = true;
        if (error === undefined) controller.close();
        else controller.error(error);
      };
      message.on("data", (chunk: Buffer) => {
        if (over) return;
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 0) <= 0) message.pause();
      });
      message.once("end", () => end());
      message.once("error", end);
      // A connection that breaks in the middle of a body.
      message.once("close", () => end(new Error("the connection was closed")));
    },
    pull() {
      message.resume();
    },
    cancel() {
      over = true;
      message.destroy();
    },
  });
}
