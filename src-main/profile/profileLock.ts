// One process at a time uses a profile: the app, or a command without a window.
import path from "node:path";
import Libsql from "libsql";
import { fail, ok } from "#shared/outcome.ts";
import type { Outcome } from "#shared/outcome.ts";
import { notRecorded } from "../store/notRecorded.ts";
import type { Database } from "../store/sql.ts";
import type { ProfileFault } from "./profileFolder.ts";
import { touchPrivate } from "./regularFile.ts";

/** The lock's file: never written, never removed. */
export const LOCK_FILE = "in-use.db";
/** Of several processes that start together, SQLite lets one wait for the others to give up. */
const WAIT_MS = 500;

/** By file, the locks of this process. Held here, as a database that is collected releases its lock. */
const held = new Map<string, Database>();

/**
 * Takes the folder for this process, until the returned function is called or the process ends, however that happens:
 * an open transaction holds SQLite's exclusive lock on a file, which the system releases.
 */
export function lockProfile(folder: string): Outcome<() => void, ProfileFault> {
  const file = path.join(folder, LOCK_FILE);
  // Closing any descriptor of the file would release this process's lock on it.
  if (held.has(file)) return fail({ kind: "in-use" });
  let database: Database | null = null;
  try {
    touchPrivate(file);
    database = new Libsql(file, { timeout: WAIT_MS });
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database?.close();
    const { reason, detail } = notRecorded(error);
    if (reason === "locked") return fail({ kind: "in-use" });
    return fail({ kind: "unusable", detail: `${file}: ${detail}` });
  }
  const lock = database;
  held.set(file, lock);
  return ok(() => {
    if (!held.delete(file)) return;
    lock.exec("ROLLBACK");
    lock.close();
  });
}
