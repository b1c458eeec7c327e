// Reads the values of a GGUF header, one chunk of the file at a time. Source: ggml/docs/gguf.md, versions 2 and 3.
import type { FileHandle } from "node:fs/promises";

/** A value of the header: a number, a text, or a short list of numbers (one per layer). */
export type GgufValue = string | number | number[];

const CHUNK_BYTES = 1 << 20;
/** No valid header is larger; reading stops there. */
const MAX_HEADER_BYTES = 256 << 20;
const MAX_COUNT = 1_000_000;
const MAX_TEXT_BYTES = MAX_COUNT * 64;
/** The longest list that is kept; a vocabulary is longer and is skipped. */
const MAX_LIST = 4096;

/** Byte widths of the fixed-size value types, by their number. 8 is a string, 9 an array. */
const WIDTHS: readonly (number | undefined)[] = [
  1,
  1,
  2,
  2,
  4,
  4,
  4,
  1,
  undefined,
  undefined,
  8,
  8,
  8,
];
const UINT32 = 4;
const INT32 = 5;
const STRING = 8;
const ARRAY = 9;
const UINT64 = 10;

/** The file is not a GGUF model; the message says why. */
export class NotGguf extends Error {}

/** One value of the header; null for those that are not needed (booleans, long lists). */
export async function readValue(reader: GgufReader, type: number): Promise<GgufValue | null> {
  switch (type) {
    case STRING:
      return reader.text();
    case ARRAY:
      return readList(reader);
    case UINT32:
    case INT32:
      return reader.u32();
    case UINT64:
      return reader.u64();
    default: {
      const width = WIDTHS[type];
      if (width === undefined) throw new NotGguf(`value type ${type} is not known`);
      await reader.skip(width);
      return null;
    }
  }
}

async function readList(reader: GgufReader): Promise<number[] | null> {
  const itemType = await reader.u32();
  const length = await reader.count(MAX_HEADER_BYTES);
  if ((itemType === UINT32 || itemType === INT32) && length <= MAX_LIST) {
    const items: number[] = [];
    for (let index = 0; index < length; index += 1) items.push(await reader.u32());
    return items;
  }
  const width = WIDTHS[itemType];
  if (width !== undefined) await reader.skip(width * length);
  else if (itemType === STRING) await reader.skipTexts(length);
  else throw new NotGguf(`an array holds values of type ${itemType}`);
  return null;
}

/** Reads little-endian values one after another, one chunk of the file at a time. */
export class GgufReader {
  position = 0;
  readonly #handle: FileHandle;
  readonly #limit: number;
  #chunk: Buffer = Buffer.alloc(0);
  #chunkStart = 0;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#limit = Math.min(size, MAX_HEADER_BYTES);
  }

  async u32(): Promise<number> {
    return (await this.#take(4)).readUInt32LE(0);
  }

  async u64(): Promise<number> {
    const value = (await this.#take(8)).readBigUInt64LE(0);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new NotGguf("a length is out of range");
    return Number(value);
  }

  async count(most = MAX_TEXT_BYTES): Promise<number> {
    const value = await this.u64();
    if (value > most) throw new NotGguf("a length is out of range");
    return value;
  }

  async text(): Promise<string> {
    return (await this.#take(await this.count())).toString("utf8");
  }

  /** A vocabulary has hundreds of thousands of texts: await only at the end of a chunk. */
  async skipTexts(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      left -= this.#skipTextsHere(left);
      if (left > 0) await this.skip(await this.count());
    }
    await this.skip(0);
  }

  /** Skips those of the next `most` texts that start in this chunk; returns how many. */
  #skipTextsHere(most: number): number {
    const chunk = this.#chunk;
    let at = this.position - this.#chunkStart;
    let passed = 0;
    while (passed < most && at >= 0 && at + 8 <= chunk.length) {
      const bytes = chunk.readUInt32LE(at);
      if (bytes > MAX_TEXT_BYTES || chunk.readUInt32LE(at + 4) !== 0) break;
      at += 8 + bytes;
      passed += 1;
    }
    this.position = this.#chunkStart + at;
    return passed;
  }

  async skip(bytes: number): Promise<void> {
    this.position += bytes;
    if (this.position > this.#limit) throw new NotGguf("the file is cut short");
  }

  async #take(bytes: number): Promise<Buffer> {
    const start = this.position;
    await this.skip(bytes);
    const from = start - this.#chunkStart;
    if (from < 0 || from + bytes > this.#chunk.length) {
      const chunk = Buffer.alloc(Math.max(bytes, CHUNK_BYTES));
      const { bytesRead } = await this.#handle.read(chunk, 0, chunk.length, start);
      if (bytesRead < bytes) throw new NotGguf("the file is cut short");
      this.#chunk = chunk.subarray(0, bytesRead);
      this.#chunkStart = start;
      return this.#chunk.subarray(0, bytes);
    }
    return this.#chunk.subarray(from, from + bytes);
  }
}
