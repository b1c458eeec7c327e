// Framing of streamed responses: server-sent events (WHATWG HTML, section 9.2), and Amazon's event stream
// (docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html, the encoding that Converse shares).
import { crc32 } from "node:zlib";

/** A recorded response as sent on the wire. */
export interface Recorded {
  contentType: string;
  body: string | Buffer;
}

/** Unnamed events, ended by `[DONE]` in families that send it. */
export function events(data: readonly object[], done = true): Recorded {
  const lines = data.map((item) => `data: ${JSON.stringify(item)}\n\n`);
  return {
    contentType: "text/event-stream",
    body: lines.join("") + (done ? "data: [DONE]\n\n" : ""),
  };
}

/** Events named after their `type`. */
export function namedEvents(data: readonly { type: string; [field: string]: unknown }[]): Recorded {
  const lines = data.map((item) => `event: ${item.type}\ndata: ${JSON.stringify(item)}\n\n`);
  return { contentType: "text/event-stream", body: lines.join("") };
}

/** Amazon's frames, one per `[event type, payload]`. */
export function eventStream(messages: readonly (readonly [string, object])[]): Recorded {
  const body = Buffer.concat(messages.map(([type, payload]) => frame(type, payload)));
  return { contentType: "application/vnd.amazon.eventstream", body };
}

function frame(type: string, payload: object): Buffer {
  const headers = Buffer.concat([
    header(":event-type", type),
    header(":content-type", "application/json"),
    header(":message-type", "event"),
  ]);
  const content = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(headers.length + content.length + 16, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const start = Buffer.concat([prelude, checksum(prelude), headers, content]);
  return Buffer.concat([start, checksum(start)]);
}

/** A header with a string value (type 7). */
function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(3);
  length.writeUInt8(7, 0);
  length.writeUInt16BE(Buffer.byteLength(value), 1);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), length, Buffer.from(value)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes), 0);
  return sum;
}
