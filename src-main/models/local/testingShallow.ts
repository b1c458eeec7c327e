// Test helper: the small model with most of its layers removed. It writes nonsense, but uses the same engine,
// template and vocabulary in a fraction of the time.

const UINT32 = 4;
const STRING = 8;
const ARRAY = 9;
/** Byte widths of the fixed-size value types, by their number. Source: ggml/docs/gguf.md, version 3. */
const WIDTHS = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const ALIGNMENT = 32;

/** Reads the header of a GGUF file from its start. */
class Reader {
  at = 0;
  readonly #file: Buffer;

  constructor(file: Buffer) {
    this.#file = file;
  }

  u32(): number {
    this.at += 4;
    return this.#file.readUInt32LE(this.at - 4);
  }

  u64(): number {
    this.at += 8;
    return Number(this.#file.readBigUInt64LE(this.at - 8));
  }

  text(): string {
    const length = this.u64();
    this.at += length;
    return this.#file.toString("utf8", this.at - length, this.at);
  }

  skipValue(type: number): void {
    if (type === STRING) this.text();
    else if (type === ARRAY) {
      const item = this.u32();
      const length = this.u64();
      if (item !== STRING) this.at += length * (WIDTHS[item] ?? 0);
      else for (let n = 0; n < length; n += 1) this.text();
    } else this.at += WIDTHS[type] ?? 0;
  }
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/**
 * The model with its first `layers` only.
 * @param model a complete GGUF file of version 3 with the usual alignment and names `blk.N.` for the tensors of layer
 * N
 */
export function shallow(model: Buffer, layers: number): Buffer {
  const reader = new Reader(model);
  reader.at = 8;
  const tensors = reader.u64();
  const entries = reader.u64();
  const valuesAt = reader.at;
  let countAt = 0;
  for (let n = 0; n < entries; n += 1) {
    const key = reader.text();
    const type = reader.u32();
    if (key.endsWith(".block_count") && type === UINT32) countAt = reader.at;
    reader.skipValue(type);
  }
  const values = Buffer.from(model.subarray(valuesAt, reader.at));
  values.writeUInt32LE(layers, countAt - valuesAt);

  const infos = Array.from({ length: tensors }, () => {
    const from = reader.at;
    const name = reader.text();
    const dimensions = reader.u32();
    reader.at += 8 * dimensions + 4;
    const offset = reader.u64();
    return { name, info: Buffer.from(model.subarray(from, reader.at)), offset };
  });
  const data = model.subarray(aligned(reader.at));
  const starts = infos.map(({ offset }) => offset).sort((a, b) => a - b);
  const kept: Buffer[] = [];
  const keptInfos: Buffer[] = [];
  let bytes = 0;
  for (const { name, info, offset } of infos) {
    if (Number(/^blk\.(\d+)\./.exec(name)?.[1] ?? 0) >= layers) continue;
    const end = starts.find((start) => start > offset) ?? data.length;
    info.writeBigUInt64LE(BigInt(bytes), info.length - 8);
    keptInfos.push(info);
    kept.push(data.subarray(offset, end));
    bytes += end - offset;
  }
  const head = Buffer.alloc(24);
  model.copy(head, 0, 0, 8);
  head.writeBigUInt64LE(BigInt(keptInfos.length), 8);
  head.writeBigUInt64LE(BigInt(entries), 16);
  const header = Buffer.concat([head, values, ...keptInfos]);
  return Buffer.concat([header, Buffer.alloc(aligned(header.length) - header.length), ...kept]);
}
