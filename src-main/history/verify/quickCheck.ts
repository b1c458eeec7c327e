// Runs SQLite's quick check on a ledger's file: whether its pages, rows and indexes are sound. Does not verify the
// chain.
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import { pragma } from "../../store/sql.ts";
import { encryption } from "./ledgerFile.ts";

/** How long it waits for a lock, in milliseconds. */
const BUSY_MS = 2000;

/**
 * SQLite's message on the first fault, or null. Reads the whole file.
 * @param key the encryption key, or null
 * @throws if the file cannot be opened or read for another reason than damage
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
