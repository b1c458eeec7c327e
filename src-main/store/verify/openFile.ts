// A file to verify: a ledger or an export, told apart by how it begins.
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import type { LedgerSource } from "../../../src-shared/ledger/verification.ts";
import { openExportFile } from "./exportFile.ts";
import { NoLedger, openLedgerFile } from "./ledgerFile.ts";

/**
 * Why a file cannot be verified at all. `folder`: it is one, with the ledger that lies in it or null. `no-ledger`: a
 * database that has not the rows of one. `other`: neither a ledger nor an export, or a ledger that is encrypted.
 * `wrong-key`: the given key does not open it.
 */
export type NotVerifiable =
  | { kind: "no-file" }
  | { kind: "folder"; ledger: string | null }
  | { kind: "no-ledger" }
  | { kind: "unreadable"; detail: string }
  | { kind: "other" }
  | { kind: "wrong-key" };

export interface Opened {
  source: LedgerSource;
  /** Rows, where that is known before. */
  total: number | null;
  close(): void;
}

const SQLITE = "SQLite format 3\0";

/**
 * Opens a file. A database that is damaged as such opens too: what is wrong with it is the fault that verifying finds.
 * @param key what the ledger is encrypted with, or null
 */
export function openToVerify(file: string, key: string | null): Opened | NotVerifiable {
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

/** What SQLite says of bytes that are no database's, and of a table that is gone; anything else is not the file's doing. */
const DAMAGED = /^SQLITE_(?:CORRUPT|ERROR)/;

function damaged(error: unknown): Opened {
  const fail = (): never => {
    throw error;
  };
  const source: LedgerSource = {
    ...{ kind: "ledger", ledger: null },
    ...{ checkpoints: fail, links: fail, contents: fail },
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
