// The only connection that writes the ledger's file.
import { fail, ok } from "#shared/outcome.ts";
import type { Outcome } from "#shared/outcome.ts";
import { headOf, watchEnd } from "./chain.ts";
import type { Head } from "./chain.ts";
import { openDatabase } from "./database.ts";
import type { Limits } from "./database.ts";
import { looksEncrypted } from "../encryption/encrypted.ts";
import { notRecorded } from "../../store/notRecorded.ts";
import type { NotRecorded } from "../../store/notRecorded.ts";
import type { Database } from "../../store/sql.ts";

/** The file; if opening it failed, the next write tries again. */
export class LedgerFile {
  readonly file: string;
  readonly #limits: Limits;
  #database: Database | null = null;
  /** The last row of the chain as last seen; null if the file could never be read. */
  #known: Head | null = null;
  #opened: Head | null = null;
  #end: ReturnType<typeof watchEnd> | null = null;
  #isForeign = false;

  constructor(file: string, limits: Limits) {
    this.file = file;
    this.#limits = limits;
  }

  /** The last row when this process first opened the file. */
  get opened(): Head | null {
    return this.#opened;
  }

  /** Whether another program has written or removed rows since `settleForeign`. */
  get isForeign(): boolean {
    return this.#isForeign || this.#end?.isForeign === true;
  }

  /** Call once a row records what another program has changed. */
  settleForeign(): void {
    this.#isForeign = false;
    if (this.#end !== null) this.#end.isForeign = false;
  }

  /** Runs `work` on the open database. Errors of either become `not-recorded`. */
  use<T>(work: (database: Database) => T): Outcome<T, NotRecorded> {
    if (this.#database === null) {
      const opened = openDatabase(this.file, this.#limits);
      if (!opened.ok) return fail(this.#withoutKey(opened.failure));
      this.#database = opened.value;
    }
    try {
      const end = this.#watch(this.#database);
      const value = work(this.#database);
      this.#isForeign ||= end.isForeign;
      end.isForeign = false;
      if (this.#known !== null) this.#known = end.head;
      return ok(value);
    } catch (error) {
      // After a lock error the failed statement stays active, and SQLite blocks every later commit of the same
      // connection (seen with libsql 0.5.29), so open a new one.
      this.close();
      return fail(notRecorded(error));
    }
  }

  /** When the file is reopened, it must end where it ended before. */
  #watch(database: Database): ReturnType<typeof watchEnd> {
    this.#known ??= headOf(database);
    this.#opened ??= this.#known;
    this.#end ??= watchEnd(database, this.#known);
    return this.#end;
  }

  /** Without its key, an encrypted file looks to SQLite like no database at all. */
  #withoutKey(failure: NotRecorded): NotRecorded {
    const locked =
      failure.reason === "damaged" &&
      (this.#limits.key ?? null) === null &&
      looksEncrypted(this.file);
    return locked ? { ...failure, reason: "key" } : failure;
  }

  close(): void {
    this.#database?.close();
    this.#database = null;
    this.#end = null;
  }
}
