// The only place where the app makes HTTP requests: one request over node:http and its response, with a connection
// timeout and an abort signal. The caller chooses the route and interprets errors.
import http from "node:http";
import https from "node:https";
import type { TcpNetConnectOpts } from "node:net";
import type tls from "node:tls";
import { responseOf } from "./response.ts";

export interface Sent extends Pick<http.RequestOptions, "agent" | "lookup"> {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  signal: AbortSignal | undefined;
  /** Time limit for DNS, connection, TLS and the proxy's response together. */
  connectMs: number;
  secureContext?: tls.SecureContext;
  /** Decodes a compressed body, for servers that compress without being asked to. */
  decompress: boolean;
}

export interface Sender {
  /** Called before the request is sent. */
  begun(request: http.ClientRequest): void;
  /** If it throws, the request fails. */
  answered(message: http.IncomingMessage): void;
  /** The error of an aborted request. */
  abortError(): Error;
  /** The error of a body that breaks off. */
  bodyError(error: Error): Error;
}

/** Rejects with node:http's error, `abortError`, or what `answered` throws. */
export function exchange(
  { url, method, headers, body, signal, connectMs, decompress, ...options }: Sent,
  { begun, answered, abortError, bodyError }: Sender,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === "https:";
    // "localhost" may be IPv4 or IPv6; try both. Missing in the types of a request's options.
    const connection: Pick<TcpNetConnectOpts, "autoSelectFamily"> = { autoSelectFamily: true };
    const request = (secure ? https : http).request(url, {
      method,
      headers,
      ...options,
      ...connection,
    });
    const destroy = (error: Error): void => {
      // Once the response has come, nobody else may listen to its connection any more: an error without a listener throws.
      request.socket?.once("error", () => undefined);
      request.destroy(error);
    };
    const onAbort = (): void => destroy(abortError());
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(() => destroy(tooLong(connectMs)), connectMs);
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
