// Makes a web `Response` from a node:http message: its headers unchanged, and a streaming body that can be cancelled.
import type http from "node:http";
import zlib from "node:zlib";

interface Reading {
  method: string;
  /** Decodes a compressed body, for servers that compress without being asked to. */
  decompress: boolean;
  /** The error of a body that breaks off. */
  bodyError(error: Error): Error;
}

/** Throws for HTTP messages that a `Response` can't represent. */
export function responseOf(
  message: http.IncomingMessage,
  { method, decompress, bodyError }: Reading,
): Response {
  const status = message.statusCode ?? 500;
  if (status < 200 || status > 599) throw new TypeError(`HTTP ${status}`);
  const headers = new Headers();
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    headers.append(message.rawHeaders[i] ?? "", message.rawHeaders[i + 1] ?? "");
  }
  const empty = method === "HEAD" || status === 204 || status === 205 || status === 304;
  if (empty) message.resume();
  const body = empty ? null : bodyOf(message, decompress ? decoded(message) : message, bodyError);
  return new Response(body, { status, headers });
}

/** Emits each piece as soon as it can be decoded. */
function decoded(message: http.IncomingMessage): NodeJS.ReadableStream & { destroy(): unknown } {
  const name = message.headers["content-encoding"]?.toLowerCase().trim();
  const flush = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  const { BROTLI_OPERATION_FLUSH: brotliFlush } = zlib.constants;
  switch (name) {
    case "gzip":
    case "x-gzip":
      return message.pipe(zlib.createGunzip(flush));
    case "deflate":
      return message.pipe(zlib.createInflate(flush));
    case "br":
      return message.pipe(
        zlib.createBrotliDecompress({ flush: brotliFlush, finishFlush: brotliFlush }),
      );
    default:
      return message;
  }
}

/** How many bytes are buffered ahead. */
const AHEAD_BYTES = 64 * 1024;

/**
 * The body as it arrives, with back-pressure. What one read of the connection returns is passed on as one piece,
 * since each piece passes through half a dozen streams. Written by hand, because `Readable.toWeb` of Node 18 blocks
 * the main loop of Electron 25.
 */
function bodyOf(
  message: http.IncomingMessage,
  source: NodeJS.ReadableStream & { destroy(): unknown },
  bodyError: Reading["bodyError"],
): ReadableStream<Uint8Array> {
  let over = false;
  let pieces: Buffer[] = [];
  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const give = (): void => {
      if (over || pieces.length === 0) return;
      controller.enqueue(new Uint8Array(Buffer.concat(pieces)));
      pieces = [];
      if ((controller.desiredSize ?? 0) <= 0) source.pause();
    };
    const end = (error?: Error): void => {
      give();
      if (over) return;
      over = true;
      if (error === undefined) controller.close();
      else controller.error(bodyError(error));
    };
    source.on("data", (chunk: Buffer) => {
      if (pieces.push(chunk) === 1) queueMicrotask(give);
    });
    source.once("end", () => end());
    source.once("error", end);
    message.once("error", end);
    // The connection broke in the middle of a body; for a complete body the decoder has its last piece already.
    message.once("close", () => {
      if (!message.complete) {
        end(Object.assign(new Error("the connection was closed"), { code: "ECONNRESET" }));
      }
    });
  };
  const cancel = (): void => {
    over = true;
    message.destroy();
    source.destroy();
  };
  const pull = (): void => void source.resume();
  return new ReadableStream<Uint8Array>(
    { start, pull, cancel },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES }),
  );
}
