// Tells by a file's first bytes whether it is encrypted. Light, for it is asked before anything else is read.
import { closeSync, openSync, readSync, statSync } from "node:fs";

const PLAIN = "SQLite format 3\0";

/** Bytes; 0 for a file that is not there. */
export const sizeOf = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** True for a file that is neither empty nor begins as SQLite's files do; what cannot be read is said by whoever opens it. */
export function isEncrypted(file: string): boolean {
  try {
    return sizeOf(file) > 0 && beginOf(file, PLAIN.length).toString("latin1") !== PLAIN;
  } catch {
    return false;
  }
}

/** Whether a record was here of which the file is gone or empty: its index is still there. */
export const isGone = (ledger: string, index: string): boolean =>
  sizeOf(ledger) === 0 && sizeOf(index) > 0;

const PAGE_BYTES = 4096;

/**
 * Tells an encrypted file from one that is damaged, where no key can: its first page is as good as random. (Of 4,096
 * random bytes fewer than 240 different values never come; text, zeros and pages of a database have far fewer.)
 */
export function looksEncrypted(file: string): boolean {
  try {
    if (!isEncrypted(file) || sizeOf(file) < PAGE_BYTES) return false;
    return new Set(beginOf(file, PAGE_BYTES)).size >= 240;
  } catch {
    // What cannot be read is said by whoever opens it.
    return false;
  }
}

function beginOf(file: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, bytes, 0, length, 0);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}
