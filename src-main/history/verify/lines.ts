// Reads a file line by line, however large it is.
import { StringDecoder } from "node:string_decoder";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 4 * 1024 * 1024;

/** Each line without its line break. */
export function* linesOf(file: string): Generator<string> {
  const descriptor = openSync(file, "r");
  try {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, fstatSync(descriptor).size + 1));
    const decoder = new StringDecoder("utf8");
    let begun: string[] = [];
    for (;;) {
      const read = readSync(descriptor, chunk, 0, chunk.length, null);
      if (read === 0) break;
      const parts = decoder.write(chunk.subarray(0, read)).split("\n");
      const rest = parts.pop() ?? "";
      for (const part of parts) {
        yield begun.length === 0 ? part : begun.join("") + part;
        begun = [];
      }
      if (rest !== "") begun.push(rest);
    }
    const last = begun.join("") + decoder.end();
    if (last !== "") yield last;
  } finally {
    closeSync(descriptor);
  }
}
