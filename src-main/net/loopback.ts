// The desk's one HTTP port on this computer, for hosts and programs. It listens on loopback only, and rejects
// browsers before reading anything else.
import { isUtf8 } from "node:buffer";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";

const HOST = "127.0.0.1";
const HEADER_MAX_BYTES = 16 * 1024;
/** Connections above the limit that still get an answer; any more are dropped. */
const REFUSED_MAX = 100;

export interface LoopbackLimits {
  connections: number;
  /** Time limits for receiving the headers, and the whole request. */
  headersMs: number;
  requestMs: number;
}

const USUAL: LoopbackLimits = { connections: 1000, headersMs: 10_000, requestMs: 60_000 };

const BUSY = [
  "HTTP/1.1 503 Service Unavailable",
  "connection: close",
  "retry-after: 5",
  "content-type: text/plain; charset=utf-8",
  "",
  "Countersign has too many connections.\n",
].join("\r\n");

export interface LoopbackRoute {
  /** Whether it serves this path, which is as it came: with a query, and not normalized. */
  serves(path: string): boolean;
  serve(request: http.IncomingMessage, response: http.ServerResponse): void;
}

export interface Loopback {
  port: number;
  close(): Promise<void>;
}

/** Listens on `port`, or on any free one if 0. @throws if the port is taken; it never uses another one */
export async function openLoopback(
  port: number,
  routes: readonly LoopbackRoute[],
  limits: LoopbackLimits = USUAL,
): Promise<Loopback> {
  const server = http.createServer(
    {
      maxHeaderSize: HEADER_MAX_BYTES,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(5000, limits.headersMs),
    },
    (request, response) => {
      const { port: own } = server.address() as AddressInfo;
      const refused = refusal(request, own);
      if (refused !== null) {
        respond(response, refused.status, refused.message);
        return;
      }
      const path = request.url ?? "/";
      const route = routes.find((one) => one.serves(path));
      if (route === undefined) respond(response, 404, "Countersign has nothing at this address.");
      else route.serve(request, response);
    },
  );
  server.maxConnections = limits.connections + REFUSED_MAX;
  let open = 0;
  server.prependListener("connection", (socket: Socket) => {
    open += 1;
    socket.once("close", () => (open -= 1));
    if (open <= limits.connections) return;
    socket.on("error", () => {});
    socket.write(BUSY);
    socket.destroySoon();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Why a request is rejected unread: a host name bound to this address (DNS rebinding), or a web page in a browser
 * (2025-11-25, basic/transports, "Security Warning").
 */
function refusal(
  { headers, headersDistinct }: http.IncomingMessage,
  port: number,
): { status: number; message: string } | null {
  // RFC 9112, 3.2. Two readers may take another one each.
  if ((headersDistinct["host"]?.length ?? 0) > 1)
    return { status: 400, message: "The request names its host more than once." };
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!own.includes(headers.host ?? ""))
    return { status: 421, message: `Use http://127.0.0.1:${port} as the address.` };
  const { origin } = headers;
  if (origin !== undefined && !own.some((host) => origin === `http://${host}`))
    return { status: 403, message: "Countersign takes no requests from web pages." };
  return null;
}

/** Responds with plain text, and closes the connection if the request was not read. */
export function respond(response: http.ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end(`${message}\n`);
}

/** The bytes of bodies that are being read at once, over all connections. */
export class ReadingRoom {
  #free: number;

  constructor(maxBytes: number) {
    this.#free = maxBytes;
  }

  /** False, with nothing taken, if there is not that much room. */
  take(bytes: number): boolean {
    if (bytes > this.#free) return false;
    this.#free -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#free += bytes;
  }
}
const USUAL_ROOM = new ReadingRoom(256 * 1024 * 1024);

/** The body as text; or why there is none: more than allowed, no room for it now, or the client has gone. */
export type Body = { text: string } | { fault: "too-large" | "busy" | "gone" };

/**
 * Reads the body. What is too much is read and dropped, so that the client gets to hear why: it listens only after it
 * has sent everything.
 */
export async function bodyOf(
  request: http.IncomingMessage,
  maxBytes: number,
  room: ReadingRoom = USUAL_ROOM,
): Promise<Body> {
  let chunks: Buffer[] = [];
  let [bytes, held] = [0, 0];
  let fault: "too-large" | "busy" | null =
    Number(request.headers["content-length"] ?? 0) > maxBytes ? "too-large" : null;
  const drop = (why: "too-large" | "busy"): void => {
    fault = why;
    chunks = [];
    room.giveBack(held);
    held = 0;
  };
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes * DROPPED_TIMES) break;
      if (fault !== null) continue;
      if (bytes > maxBytes) drop("too-large");
      else if (!room.take(chunk.length)) drop("busy");
      else {
        held += chunk.length;
        chunks.push(chunk);
      }
    }
    if (fault !== null) return { fault };
    const whole = Buffer.concat(chunks);
    // Other bytes are no JSON (RFC 8259, section 8.1), as an empty text is none.
    return { text: isUtf8(whole) ? whole.toString("utf8") : "" };
  } catch {
    return { fault: "gone" };
  } finally {
    room.giveBack(held);
  }
}

/** How many times the limit is read of a body that is too large, before the connection is cut. */
const DROPPED_TIMES = 4;

/** The token of `Authorization: Bearer` (RFC 6750, 2.1); empty if there is none. */
export const bearerOf = ({ headers }: http.IncomingMessage): string =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
