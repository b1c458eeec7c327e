// As much of the zip format as extracting members needs (a Python wheel, the fallback), without any tool.
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import { SetupError } from "./say.mjs";

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_HEADER_BYTES = 30;

/**
 * @typedef {object} Member
 * @property {string} name
 * @property {number} mode
 * @property {number} method 0 stored, 8 deflated
 * @property {number} packedBytes
 * @property {number} offset of the local header
 */

/**
 * Reads exactly `length` bytes at `position`.
 * @param {import("node:fs/promises").FileHandle} file
 * @param {number} position
 * @param {number} length
 */
async function bytesAt(file, position, length) {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead !== length) throw new SetupError("The archive ends in the middle of a record.");
  return buffer;
}

/**
 * The central directory (APPNOTE 4.3.12, 4.3.16). Archives above 4 GB (zip64) are refused.
 * @param {import("node:fs/promises").FileHandle} file
 */
async function directory(file) {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, 22 + 0xffff);
  const tail = await bytesAt(file, size - tailBytes, tailBytes);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    const length = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    if (offset === 0xffffffff)
      throw new SetupError("The archive is a zip64, which is not read here.");
    return bytesAt(file, offset, length);
  }
  throw new SetupError("The file is no zip archive.");
}

/**
 * @param {Buffer} entries the central directory
 * @returns {Generator<Member>}
 */
function* membersOf(entries) {
  let at = 0;
  while (at + 46 <= entries.length && entries.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nameBytes = entries.readUInt16LE(at + 28);
    const rest = entries.readUInt16LE(at + 30) + entries.readUInt16LE(at + 32);
    yield {
      name: entries.toString("utf8", at + 46, at + 46 + nameBytes),
      method: entries.readUInt16LE(at + 10),
      packedBytes: entries.readUInt32LE(at + 20),
      // The upper half is the mode where the archive was made on Unix.
      mode: entries.readUInt16LE(at + 40) & 0o777 || 0o644,
      offset: entries.readUInt32LE(at + 42),
    };
    at += 46 + nameBytes + rest;
  }
}

/**
 * @param {import("node:fs/promises").FileHandle} file
 * @param {string} archive
 * @param {Member} member
 * @param {string} target
 * @param {number} [mode]
 */
async function extract(file, archive, member, target, mode) {
  const local = await bytesAt(file, member.offset, LOCAL_HEADER_BYTES);
  const start =
    member.offset + LOCAL_HEADER_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (member.method !== 0 && member.method !== 8) {
    throw new SetupError(`Zip method ${member.method} is not read here.`);
  }
  await pipeline(
    createReadStream(archive, { start, end: start + member.packedBytes - 1 }),
    member.method === 8 ? createInflateRaw() : new PassThrough(),
    createWriteStream(target, mode === undefined ? {} : { mode }),
  );
}

/**
 * Writes one member of a zip archive to a file.
 * @param {string} archive
 * @param {string} name full name of the member
 * @param {string} target
 * @throws {SetupError} when the archive is none, or has no such member
 */
export async function extractMember(archive, name, target) {
  const file = await open(archive, "r");
  try {
    const members = [...membersOf(await directory(file))];
    const member = members.find((one) => one.name === name);
    if (!member) throw new SetupError(`The archive ${archive} has no member ${name}.`);
    await extract(file, archive, member, target);
  } finally {
    await file.close();
  }
}

/**
 * Writes members of a zip archive into a folder, with their modes; links are ignored.
 * @param {string} archive
 * @param {string} dir
 * @param {(name: string) => string | null} place where below the folder a member goes; null: nowhere
 * @throws {SetupError} when the archive is none, or a member would lie outside of the folder
 */
export async function extractAll(archive, dir, place) {
  const file = await open(archive, "r");
  try {
    for (const member of membersOf(await directory(file))) {
      const inner = member.name.endsWith("/") ? null : place(member.name);
      if (inner === null) continue;
      const target = path.join(dir, inner);
      if (!target.startsWith(dir + path.sep)) {
        throw new SetupError(`The archive has a member outside of its folder: ${member.name}`);
      }
      await mkdir(path.dirname(target), { recursive: true });
      await extract(file, archive, member, target, member.mode);
    }
  } finally {
    await file.close();
  }
}
