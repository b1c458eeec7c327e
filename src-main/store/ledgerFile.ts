// The one connection that writes the ledger's file.
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Outcome } from "../../src-shared/outcome.ts";
import { notRecorded, openDatabase } from "./database.ts";
import type { Limits, NotRecorded } from "./database.ts";
import type { Database } from "./sql.ts";

/** The file, opened again by the next write when opening failed. */
export class LedgerFile {
  readonly #file: string;
  readonly #limits: Limits;
  #database: Database | null = null;

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** Runs `work` on the open database. Errors of either become `not-recorded`. */
  use<T>(work: (database: Database) => T): Outcome<T, NotRecorded> {
    if (this.#database === null) {
      const opened = openDatabase(this.#file, this.#limits);
      if (!opened.ok) return opened;
      this.#database = opened.value;
    }
    try {
      return ok(work(this.#database));
    } catch (error) {
      // A statement that failed on a lock stays active, and SQLite then holds back every later commit of
      // the same connection (measured with libsql 0.5.29): a fresh connection is the only safe one.
      this.close();
      return fail(notRecorded(error));
    }
  }

  close(): void {
    this.#database?.close();
    this.#database = null;
  }
}
