// Scans a ledger's file as SQLite does: whether its pages, rows and indexes are sound. The chain is not looked at.
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import { pragma } from "../sql.ts";
import { encryption } from "./ledgerFile.ts";

/** How long it waits for a file that is locked, in milliseconds. */
const BUSY_MS = 2000;

/**
 * SQLite's own words on the first thing that is not sound; null where all is. Reads the file whole.
 * @param key what it is encrypted with, or null
 * @throws where the file cannot be opened or read for another reason than damage
 */
export function quickCheck(file: string, key: string | null): string | null {
  const options = { timeout: BUSY_MS, ...encryption(key) };
  const database = new Libsql(`${pathToFileURL(file).href}?mode=ro`, options);
  try {
    const found = String(pragma(database, "quick_check(1)"));
    return found === "ok" ? null : found;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(code)) return error.message;
    throw error;
  } finally {
    database.close();
  }
}
