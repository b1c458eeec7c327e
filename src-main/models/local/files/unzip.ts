// Extracts one member of a zip file without reading the rest into memory. Source: APPNOTE 6.3, sections 4.3.7,
// 4.3.12, 4.3.16. Zip64, encryption and methods other than stored and deflate are rejected.
import { createReadStream } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

/** The archive is not as expected; the message says how. */
export class BadArchive extends Error {}

interface Member {
  method: number;
  compressedBytes: number;
  headerOffset: number;
}

const END_SIGNATURE = 0x06054b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const MAX_DIRECTORY_BYTES = 16 << 20;

/** A stream of the unpacked bytes of member `name`. */
export async function readMember(archive: string, name: string): Promise<Readable> {
  const handle = await open(archive, "r");
  try {
    const member = await findMember(handle, name);
    const header = await readAt(handle, member.headerOffset, 30);
    if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw new BadArchive("a header is missing");
    const start = member.headerOffset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const raw = createReadStream(archive, { start, end: start + member.compressedBytes - 1 });
    if (member.method === 0) return raw;
    const inflate = createInflateRaw();
    raw.once("error", (error) => inflate.destroy(error));
    inflate.once("close", () => raw.destroy());
    return raw.pipe(inflate);
  } finally {
    await handle.close();
  }
}

async function findMember(handle: FileHandle, name: string): Promise<Member> {
  const directory = await readDirectory(handle);
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === CENTRAL_SIGNATURE) {
    const nameLength = directory.readUInt16LE(at + 28);
    if (directory.toString("utf8", at + 46, at + 46 + nameLength) === name) {
      return readEntry(directory.subarray(at, at + 46));
    }
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  throw new BadArchive(`${name} is not in it`);
}

function readEntry(entry: Buffer): Member {
  const member = {
    method: entry.readUInt16LE(10),
    compressedBytes: entry.readUInt32LE(20),
    headerOffset: entry.readUInt32LE(42),
  };
  if ((entry.readUInt16LE(8) & 1) !== 0) throw new BadArchive("it is encrypted");
  if (member.method !== 0 && member.method !== 8) {
    throw new BadArchive(`compression method ${member.method} is not known`);
  }
  if (member.compressedBytes === 0xffffffff || member.headerOffset === 0xffffffff) {
    throw new BadArchive("it is in zip64 format");
  }
  return member;
}

async function readDirectory(handle: FileHandle): Promise<Buffer> {
  const { size } = await handle.stat();
  const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    const bytes = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    if (bytes > MAX_DIRECTORY_BYTES || offset + bytes > size) break;
    return readAt(handle, offset, bytes);
  }
  throw new BadArchive("it has no directory");
}

async function readAt(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await handle.read(buffer, 0, bytes, position);
  if (bytesRead < bytes) throw new BadArchive("it is cut short");
  return buffer;
}
