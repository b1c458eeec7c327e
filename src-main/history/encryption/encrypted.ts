// Detects encrypted files by their first bytes. Has few imports, since it runs before anything else is read.
import { closeSync, openSync, readSync, statSync } from "node:fs";

const PLAIN = "SQLite format 3\0";

/** Size in bytes; 0 if the file does not exist. */
export const sizeOf = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** True if the file is not empty and lacks SQLite's header. An unreadable file is reported by whoever opens it. */
export function isEncrypted(file: string): boolean {
  try {
    return sizeOf(file) > 0 && beginOf(file, PLAIN.length).toString("latin1") !== PLAIN;
  } catch {
    return false;
  }
}

/** Whether the ledger was lost: it is missing or empty, but its index exists. */
export const isLedgerLost = (ledger: string, index: string): boolean =>
  sizeOf(ledger) === 0 && sizeOf(index) > 0;

const PAGE_BYTES = 4096;

/**
 * Tells an encrypted file from a damaged one without a key: its first page looks random. (4,096 random bytes
 * practically always have at least 240 different values; text, zeros and database pages have far fewer.)
 */
export function looksEncrypted(file: string): boolean {
  try {
    if (!isEncrypted(file) || sizeOf(file) < PAGE_BYTES) return false;
    return new Set(beginOf(file, PAGE_BYTES)).size >= 240;
  } catch {
    // An unreadable file is reported by whoever opens it.
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
