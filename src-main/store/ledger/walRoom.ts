// Room on disk for what is written next. SQLite appends to its WAL (https://www.sqlite.org/walformat.html); where that makes
// the file longer, each commit waits for the file system's journal as well, which costs as much again and more.
import { closeSync, fstatSync, openSync, statfsSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Database } from "../sql.ts";

/** As much as is written before SQLite begins at the front again: 1000 pages with their headers, and the file's own. */
const ROOM_BYTES = 32 + 1000 * (24 + 4096);
/** On a disk with less than that free, the room is left to what is really written. */
const FREE_BYTES = 25 * ROOM_BYTES;

/**
 * Makes the WAL beside `file` so long once. What is added are zeros, which no reader takes for a frame: a frame carries
 * the salt and the checksum of those before it. Nobody else writes meanwhile, in no process: the right to write is held.
 * Throws what SQLite throws; where the file itself cannot be written there is no room, and nothing else is different.
 * @param freeBytes what is free on the disk of a file; with little left no room is made
 */
export function makeWalRoom(database: Database, file: string, freeBytes = freeAt): void {
  database.exec("BEGIN IMMEDIATE");
  const made = lengthen(`${file}-wal`, freeBytes);
  database.exec("ROLLBACK");
  if (made) void settle(`${file}-wal`);
}

function lengthen(wal: string, freeBytes: (file: string) => number): boolean {
  try {
    const descriptor = openSync(wal, "r+");
    try {
      const { size } = fstatSync(descriptor);
      // None yet: the first row makes it, with a header.
      if (size === 0 || size >= ROOM_BYTES || freeBytes(wal) < FREE_BYTES) return false;
      writeSync(descriptor, new Uint8Array(ROOM_BYTES - size), 0, ROOM_BYTES - size, size);
      return true;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

/** In bytes, on the disk of that file. */
function freeAt(file: string): number {
  const { bavail, bsize } = statfsSync(file);
  return bavail * bsize;
}

/** To the disk now, and not with the next commit: the thread that writes need not wait for it. */
async function settle(wal: string): Promise<void> {
  try {
    const handle = await open(wal, "r");
    await handle.datasync().finally(() => handle.close());
  } catch {
    // It is gone or cannot be written: the next commit says so.
  }
}
