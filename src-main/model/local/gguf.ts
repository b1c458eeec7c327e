// Knows how a GGUF file begins: what it says of itself, and whether it is whole. llama.cpp crashes its process on a bad
// file, so a file is read here first. Source: ggml/docs/gguf.md, versions 2 and 3.
import { open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { fail, ok, type ModelFailure, type Outcome } from "../../../src-shared/outcome.ts";

/** What a GGUF file says of its model. Sizes in bytes, lengths in tokens. */
export interface GgufFacts {
  bytes: number;
  name?: string;
  architecture?: string;
  contextTokens?: number;
  chatTemplate?: string;
  license?: string;
}

const MAGIC = 0x46554747; // "GGUF", little-endian
const CHUNK_BYTES = 1 << 20;
/** No sane header is larger; a file that claims more is not read on. */
const MAX_HEADER_BYTES = 256 << 20;
const MAX_COUNT = 1_000_000;

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
const STRING = 8;
const ARRAY = 9;

class NotGguf extends Error {}

/** Reads the header of the file. Anything but a whole GGUF model gives `model-file-invalid` with the reason. */
export async function readGguf(file: string): Promise<Outcome<GgufFacts, ModelFailure>> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file, "r");
    const { size } = await handle.stat();
    return ok(await readFacts(new Reader(handle, size), size));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return fail({ kind: "model-file-invalid", file: path.basename(file), detail });
  } finally {
    await handle?.close();
  }
}

async function readFacts(reader: Reader, bytes: number): Promise<GgufFacts> {
  if (bytes < 24 || (await reader.u32()) !== MAGIC) {
    throw new NotGguf("the file does not begin as a GGUF file does");
  }
  const version = await reader.u32();
  if (version !== 2 && version !== 3) throw new NotGguf(`GGUF version ${version} is not known`);
  const tensors = await reader.count();
  const entries = await reader.count();
  const values = new Map<string, string | number>();
  for (let index = 0; index < entries; index += 1) {
    const key = await reader.text();
    const value = await readValue(reader, await reader.u32());
    if (value !== null) values.set(key, value);
  }
  const lastOffset = await lastTensorOffset(reader, tensors);
  const alignment = numberOf(values, "general.alignment") ?? 32;
  const dataStart = Math.ceil(reader.position / alignment) * alignment;
  if (textOf(values, "general.architecture") === "clip") {
    throw new NotGguf("the file is a projector for images, not a language model");
  }
  if (tensors === 0) throw new NotGguf("the file holds no tensors");
  if (dataStart + lastOffset >= bytes) throw new NotGguf("the file is cut short");
  return factsOf(values, bytes);
}

function factsOf(values: Map<string, string | number>, bytes: number): GgufFacts {
  const facts: GgufFacts = { bytes };
  const name = textOf(values, "general.name");
  const architecture = textOf(values, "general.architecture");
  const chatTemplate = textOf(values, "tokenizer.chat_template");
  const license = textOf(values, "general.license");
  const contextTokens = numberOf(values, `${architecture ?? ""}.context_length`);
  if (name !== undefined) facts.name = name;
  if (architecture !== undefined) facts.architecture = architecture;
  if (chatTemplate !== undefined) facts.chatTemplate = chatTemplate;
  if (license !== undefined) facts.license = license;
  if (contextTokens !== undefined) facts.contextTokens = contextTokens;
  return facts;
}

async function lastTensorOffset(reader: Reader, tensors: number): Promise<number> {
  let last = 0;
  for (let index = 0; index < tensors; index += 1) {
    await reader.skip(await reader.count());
    const dimensions = await reader.u32();
    if (dimensions > 8) throw new NotGguf("a tensor has too many dimensions");
    await reader.skip(dimensions * 8 + 4);
    last = Math.max(last, await reader.u64());
  }
  return last;
}

/** A text or number; arrays and booleans are passed over (null). */
async function readValue(reader: Reader, type: number): Promise<string | number | null> {
  if (type === STRING) return reader.text();
  if (type === ARRAY) {
    const itemType = await reader.u32();
    const length = await reader.count(MAX_HEADER_BYTES);
    const width = WIDTHS[itemType];
    if (width !== undefined) await reader.skip(width * length);
    else if (itemType === STRING) {
      for (let index = 0; index < length; index += 1) await reader.skip(await reader.count());
    } else throw new NotGguf(`an array holds values of type ${itemType}`);
    return null;
  }
  switch (type) {
    case 4:
      return reader.u32();
    case 10:
      return reader.u64();
    default: {
      const width = WIDTHS[type];
      if (width === undefined) throw new NotGguf(`value type ${type} is not known`);
      await reader.skip(width);
      return null;
    }
  }
}

function textOf(values: Map<string, string | number>, key: string): string | undefined {
  const value = values.get(key);
  return typeof value === "string" ? value : undefined;
}

function numberOf(values: Map<string, string | number>, key: string): number | undefined {
  const value = values.get(key);
  return typeof value === "number" && value > 0 ? value : undefined;
}

/** Reads little-endian values one after another, a chunk of the file at a time. */
class Reader {
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

  async count(most = MAX_COUNT * 64): Promise<number> {
    const value = await this.u64();
    if (value > most) throw new NotGguf("a length is out of range");
    return value;
  }

  async text(): Promise<string> {
    return (await this.#take(await this.count())).toString("utf8");
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
