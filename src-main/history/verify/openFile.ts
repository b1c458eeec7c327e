// Opens a file to verify: a ledger or an export, depending on its first bytes.
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import type { LedgerSource } from "#shared/ledger/verification.ts";
import { openExportFile } from "./exportFile.ts";
import { NoLedger, openLedgerFile } from "./ledgerFile.ts";

/**
 * Why a file cannot be verified. `folder`: it is a folder; `ledger` is the ledger in it, or null. `no-ledger`: a
 * database without a ledger's tables. `other`: neither a ledger nor an export, or an encrypted ledger. `wrong-key`:
 * the given key does not open it.
 */
export type NotVerifiable =
  | { kind: "no-file" }
  | { kind: "folder"; ledger: string | null }
  | { kind: "no-ledger" }
  | { kind: "unreadable"; detail: string }
  | { kind: "other" }
  | { kind: "wrong-key" };

export interface OpenedLedger {
  source: LedgerSource;
  /** The number of rows, if known in advance. */
  total: number | null;
  close(): void;
}

const SQLITE = "SQLite format 3\0";

/**
 * Opens a file. A damaged database opens too; verification then reports the damage as a fault.
 * @param key the ledger's encryption key, or null
 */
export function openToVerify(file: string, key: string | null): OpenedLedger | NotVerifiable {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return { kind: "no-file" };
  if (stat.isDirectory()) return folderOf(file);
  try {
    const begin = beginOf(file);
    if (begin === SQLITE || key !== null) {
      const ledger = openLedgerFile(file, begin === SQLITE ? null : key);
      return {
        source: ledger,
        total: ledger.total,
        close: () => ledger.close(),
      };
    }
    const source = begin.startsWith("{") ? openExportFile(file) : null;
    return source === null ? { kind: "other" } : { source, total: null, close: () => undefined };
  } catch (error) {
    const code = String(codeOf(error));
    if (code === "SQLITE_NOTADB") return key === null ? { kind: "other" } : { kind: "wrong-key" };
    if (error instanceof NoLedger) return { kind: "no-ledger" };
    if (DAMAGED.test(code)) return damaged(error);
    return { kind: "unreadable", detail: error instanceof Error ? error.message : String(error) };
  }
}

function folderOf(folder: string): NotVerifiable {
  const ledger = path.join(folder, "ledger.db");
  return { kind: "folder", ledger: existsSync(ledger) ? ledger : null };
}

/** SQLite's codes for a damaged file and for a missing table; other errors are not the file's fault. */
const DAMAGED = /^SQLITE_(?:CORRUPT|ERROR)/;

function damaged(error: unknown): OpenedLedger {
  const fail = (): never => {
    throw error;
  };
  const source: LedgerSource = {
    kind: "ledger",
    ledger: null,
    checkpoints: fail,
    links: fail,
    contents: fail,
  };
  return { source, total: null, close: () => undefined };
}

function beginOf(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(SQLITE.length);
    const read = readSync(descriptor, bytes, 0, bytes.length, 0);
    return bytes.toString("latin1", 0, read);
  } finally {
    closeSync(descriptor);
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : null;
