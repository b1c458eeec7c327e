// Reads a GGUF file's header: its metadata, and whether the file is complete. llama.cpp crashes its process on a bad
// file, so files are checked here first. Source: ggml/docs/gguf.md, versions 2 and 3.
import { open, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { fail, ok, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import { cacheBytesPerToken } from "./ggufCache.ts";
import { GgufReader, NotGguf, readValue, type GgufValue } from "./ggufReader.ts";
import { quantisationName, tensorBytes } from "./ggufTypes.ts";

/** A GGUF file's metadata. Sizes in bytes, lengths in tokens. */
export interface GgufFacts {
  /** Sum of all parts, if the model is split into several files. */
  bytes: number;
  name?: string;
  architecture?: string;
  contextTokens?: number;
  chatTemplate?: string;
  /** An SPDX identifier in lower case, or the author's own text. */
  license?: string;
  /** Number of parameters. */
  parameters?: number;
  /** The format of most weights, such as `Q4_K_M`. */
  quantisation?: string;
  layers?: number;
  /** Bytes per token of context, besides the weights; absent if the layout is unknown. */
  cacheBytesPerToken?: number;
}

const MAGIC = 0x46554747; // "GGUF", little-endian
/** More parts than any model has. */
const MAX_PARTS = 999;

export type GgufValues = ReadonlyMap<string, GgufValue>;

/** Reads the file's header. Anything but a complete GGUF model fails as `model-file-invalid` with the reason. */
export async function readGguf(file: string): Promise<Outcome<GgufFacts, ModelFailure>> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file, "r");
    const { size } = await handle.stat();
    const { facts, values } = await readFacts(new GgufReader(handle, size), size);
    const others = await otherParts(file, values);
    return ok({ ...facts, bytes: size + others });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return fail({ kind: "model-file-invalid", file: path.basename(file), detail });
  } finally {
    await handle?.close();
  }
}

async function readFacts(
  reader: GgufReader,
  bytes: number,
): Promise<{ facts: GgufFacts; values: GgufValues }> {
  if (bytes < 24 || (await reader.u32()) !== MAGIC) {
    throw new NotGguf("the file does not begin as a GGUF file does");
  }
  const version = await reader.u32();
  if (version !== 2 && version !== 3) throw new NotGguf(`GGUF version ${version} is not known`);
  const tensors = await reader.count();
  const entries = await reader.count();
  const values = new Map<string, GgufValue>();
  for (let index = 0; index < entries; index += 1) {
    const key = await reader.text();
    const value = await readValue(reader, await reader.u32());
    if (value !== null) values.set(key, value);
  }
  const { end, parameters } = await readTensors(reader, tensors);
  const alignment = numberOf(values, "general.alignment") ?? 32;
  const dataStart = Math.ceil(reader.position / alignment) * alignment;
  if (textOf(values, "general.architecture") === "clip") {
    throw new NotGguf("the file is a projector for images, not a language model");
  }
  if (tensors === 0) throw new NotGguf("the file holds no tensors");
  if (dataStart + end > bytes) throw new NotGguf("the file is cut short");
  return { facts: factsOf(values, bytes, parameters), values };
}

function factsOf(values: GgufValues, bytes: number, parameters: number): GgufFacts {
  const architecture = textOf(values, "general.architecture");
  const of = (key: string): string => `${architecture ?? ""}.${key}`;
  const fileType = values.get("general.file_type");
  const whole = partsOf(values) === 1;
  const known = {
    name: textOf(values, "general.name"),
    architecture,
    chatTemplate: textOf(values, "tokenizer.chat_template"),
    license: textOf(values, "general.license.name") ?? textOf(values, "general.license"),
    contextTokens: numberOf(values, of("context_length")),
    parameters: whole ? parameters : undefined,
    quantisation: typeof fileType === "number" ? quantisationName(fileType) : undefined,
    layers: numberOf(values, of("block_count")),
    cacheBytesPerToken: cacheBytesPerToken(values, architecture ?? ""),
  };
  const said = Object.entries(known).filter(([, value]) => value !== undefined);
  return { bytes, ...Object.fromEntries(said) };
}

/** The number of parameters, and the end of the last tensor relative to the start of the data. */
async function readTensors(
  reader: GgufReader,
  tensors: number,
): Promise<{ end: number; parameters: number }> {
  let end = 0;
  let parameters = 0;
  for (let index = 0; index < tensors; index += 1) {
    await reader.skip(await reader.count());
    const dimensions = await reader.u32();
    if (dimensions > 8) throw new NotGguf("a tensor has too many dimensions");
    let values = 1;
    for (let at = 0; at < dimensions; at += 1) values *= await reader.u64();
    const type = await reader.u32();
    // The size of an unknown format is unknown; count at least one byte.
    end = Math.max(end, (await reader.u64()) + (tensorBytes(type, values) ?? 1));
    parameters += values;
  }
  return { end, parameters };
}

/** Bytes of the further files of a split model. Only the first of them is the model. */
async function otherParts(file: string, values: GgufValues): Promise<number> {
  const parts = partsOf(values);
  if (parts === 1) return 0;
  const name = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/i.exec(path.basename(file));
  if (name?.[2] !== "00001" || parts > MAX_PARTS) {
    throw new NotGguf(`the file is one of ${parts} parts: choose the first of them`);
  }
  let bytes = 0;
  for (let part = 2; part <= parts; part += 1) {
    const other = `${name[1] ?? ""}-${String(part).padStart(5, "0")}-of-${name[3] ?? ""}.gguf`;
    const info = await stat(path.join(path.dirname(file), other)).catch(() => null);
    if (info === null) throw new NotGguf(`part ${part} of ${parts} is missing: ${other}`);
    bytes += info.size;
  }
  return bytes;
}

function partsOf(values: GgufValues): number {
  return Math.max(1, numberOf(values, "split.count") ?? 1);
}

function textOf(values: GgufValues, key: string): string | undefined {
  const value = values.get(key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function numberOf(values: GgufValues, key: string): number | undefined {
  const value = values.get(key);
  return typeof value === "number" && value > 0 ? value : undefined;
}
