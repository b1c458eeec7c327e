// Makes a web `Response` from a node:http message: its headers unchanged, and a streaming body that can be cancelled.
import type http from "node:http";
import { pipeline } from "node:stream";
import type { Duplex, Readable } from "node:stream";
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
function decoded(message: http.IncomingMessage): Readable {
  const name = message.headers["content-encoding"]?.toLowerCase().trim();
  const flush = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  const { BROTLI_OPERATION_FLUSH: brotliFlush } = zlib.constants;
  switch (name) {
    case "gzip":
    case "x-gzip":
      return through(message, zlib.createGunzip(flush));
    case "deflate":
      return through(message, zlib.createInflate(flush));
    case "br":
      return through(
        message,
        zlib.createBrotliDecompress({ flush: brotliFlush, finishFlush: brotliFlush }),
      );
    default:
      return message;
  }
}

/** Whoever reads the decoder hears of the error. */
const through = (message: http.IncomingMessage, decoder: Duplex): Readable =>
  pipeline(message, decoder, () => {});

/** How many bytes are buffered ahead. A body that nobody reads ends too, if it is not longer. */
const AHEAD_BYTES = 64 * 1024;

/**
 * The body as it arrives, with back-pressure. What has come meanwhile is one piece, since each piece passes through half
 * a dozen streams.
 */
function bodyOf(
  message: http.IncomingMessage,
  source: Readable,
  bodyError: Reading["bodyError"],
): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await pieces.next();
          if (piece.done === true) controller.close();
          else controller.enqueue(new Uint8Array(piece.value));
        } catch (error) {
          controller.error(bodyError(error instanceof Error ? error : new Error(String(error))));
        }
      },
      // Not by the iterator, which waits for the next piece first.
      cancel() {
        message.destroy();
        source.destroy();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES }),
  );
}
