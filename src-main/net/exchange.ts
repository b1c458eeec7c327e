// The one place where HTTP leaves the app: a request over node:http and its answer, connecting under a clock, ended by a
// signal. By which way it goes, and what an error of it means, is for whoever sends it.
import http from "node:http";
import https from "node:https";
import type tls from "node:tls";
import { responseOf } from "./response.ts";

export interface Sent extends Pick<http.RequestOptions, "agent" | "lookup"> {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  signal: AbortSignal | undefined;
  /** How long name, connection, encryption and the proxy's consent may take together. */
  connectMs: number;
  secureContext?: tls.SecureContext;
  /** Undoes a compression that nobody asked for. */
  decompress: boolean;
}

export interface Sender {
  /** It is about to leave. */
  begun(request: http.ClientRequest): void;
  /** May throw: then there is no answer. */
  answered(message: http.IncomingMessage): void;
  /** What it ends with where its signal is aborted. */
  abortError(): Error;
  /** What a body that breaks ends with. */
  bodyError(error: Error): Error;
}

/** Rejects with what node:http says, or `abortError`, or what `answered` throws. */
export function exchange(
  { url, method, headers, body, signal, connectMs, decompress, ...options }: Sent,
  { begun, answered, abortError, bodyError }: Sender,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === "https:";
    const request = (secure ? https : http).request(url, {
      method,
      headers,
      ...options,
      // "localhost" may be either address; both are tried. Not known to the types of an agent's options.
      ...{ autoSelectFamily: true },
    });
    const onAbort = (): void => void request.destroy(abortError());
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(() => request.destroy(tooLong(connectMs)), connectMs);
    const connected = (): void => clearTimeout(timer);
    request.once("close", () => {
      connected();
      signal?.removeEventListener("abort", onAbort);
    });
    request.once("socket", (socket) => {
      if (request.reusedSocket || (!secure && !socket.connecting)) connected();
      else socket.once(secure ? "secureConnect" : "connect", connected);
    });
    request.on("error", reject);
    request.once("response", (message) => {
      connected();
      try {
        answered(message);
        resolve(responseOf(message, { method, decompress, bodyError }));
      } catch (error) {
        message.destroy();
        reject(error);
      }
    });
    begun(request);
    request.end(body ?? undefined);
  });
}

function tooLong(afterMs: number): Error {
  return Object.assign(new Error("connecting took too long"), { code: "ETIMEDOUT", afterMs });
}
