// `fetch` without a clock: the built-in one ends a response that is silent for five minutes, and a person
// may think longer than that. Redirects are left to the caller; nothing is decompressed or cached.
import http from "node:http";
import https from "node:https";
import { Readable } from "node:stream";

const CONNECT_TIMEOUT_MS = 15_000;

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

/** Takes the part of `fetch` that the protocol library uses: method, headers, a text body, a signal. */
export function longFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const target = new URL(url);
  const signal = init.signal ?? undefined;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortError());
      return;
    }
    const client = target.protocol === "https:" ? https : http;
    const options: http.RequestOptions & { autoSelectFamily: boolean } = {
      method: init.method ?? "GET",
      headers: Object.fromEntries(new Headers(init.headers)),
      // "localhost" may be either address; both are tried.
      autoSelectFamily: true,
    };
    const request = client.request(target, options);
    const onAbort = (): void => void request.destroy(abortError());
    signal?.addEventListener("abort", onAbort, { once: true });
    limitConnecting(request);
    request.once("close", () => signal?.removeEventListener("abort", onAbort));
    request.on("error", (error: NodeJS.ErrnoException) => {
      const aborted = signal?.aborted === true;
      reject(aborted ? abortError() : new NetworkError(error, request.writableFinished));
    });
    request.once("response", (message) => resolve(responseOf(message)));
    request.end(typeof init.body === "string" ? init.body : undefined);
  });
}

function limitConnecting(request: http.ClientRequest): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      const error: NodeJS.ErrnoException = new Error("connecting took too long");
      error.code = "ETIMEDOUT";
      request.destroy(error);
    }, CONNECT_TIMEOUT_MS);
    for (const event of ["connect", "close"]) socket.once(event, () => clearTimeout(timer));
  });
}

function responseOf(message: http.IncomingMessage): Response {
  const headers = new Headers();
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    headers.append(message.rawHeaders[i] ?? "", message.rawHeaders[i + 1] ?? "");
  }
  const status = message.statusCode ?? 500;
  const empty = status === 204 || status === 205 || status === 304;
  if (empty) message.resume();
  return new Response(empty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>), {
    status,
    statusText: message.statusMessage ?? "",
    headers,
  });
}

function abortError(): Error {
  const error = new Error("This operation was aborted");
  error.name = "AbortError";
  return error;
}
