// The one connection that writes the ledger's file, and where that file is.
import type { Json } from "../../../src-shared/json.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Outcome } from "../../../src-shared/outcome.ts";
import { headOf, idOf, watchEnd } from "./chain.ts";
import type { Head } from "./chain.ts";
import { openDatabase } from "../database.ts";
import type { Limits } from "../database.ts";
import { looksEncrypted } from "../encryption/encrypted.ts";
import { notRecorded } from "./notRecorded.ts";
import type { NotRecorded } from "./notRecorded.ts";
import { pragma } from "../sql.ts";
import type { Database } from "../sql.ts";
import { makeWalRoom } from "./walRoom.ts";

/** How long after it was opened the file gets room for what comes: a start has other things to do. */
const ROOM_AFTER_MS = 1000;

/** How long after a long write it goes on into the file: what came with it is drawn by then. */
const CHECKPOINT_AFTER_MS = 250;
/** SQLite's own, in pages. */
const AUTOCHECKPOINT = 1000;

/** The ledger by its id, and the last row that is known of it. */
export interface Known extends Head {
  ledger: string;
}

/** The file, opened again by the next write when opening failed. */
export class LedgerFile {
  readonly #limits: Limits;
  #file: string;
  #after: Json | undefined;
  #database: Database | null = null;
  #moving = false;
  #room: NodeJS.Timeout | null = null;
  #checkpoint: NodeJS.Timeout | null = null;
  #known: Known | null = null;
  #opened: Head | null = null;
  #end: ReturnType<typeof watchEnd> | null = null;
  #isForeign = false;

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
  }

  get file(): string {
    return this.#file;
  }

  /** What the file is encrypted with; null where it is not. */
  get key(): string | null {
    return this.#limits.key ?? null;
  }

  /** The last row that was seen at the chain's end; null where the file could never be read. */
  get known(): Known | null {
    return this.#known;
  }

  /** The last row as the file was when this run first opened it. */
  get opened(): Head | null {
    return this.#opened;
  }

  /** Whether another program has written rows, or taken some away, since `settleForeign`. */
  get isForeign(): boolean {
    return this.#isForeign || this.#end?.isForeign === true;
  }

  /** What was written by another program is on record now. */
  settleForeign(): void {
    this.#isForeign = false;
    if (this.#end !== null) this.#end.isForeign = false;
  }

  /** Runs `work` on the open database. Errors of either become `not-recorded`. */
  use<T>(work: (database: Database) => T): Outcome<T, NotRecorded> {
    if (this.#moving) return fail(notRecorded("the ledger is being copied"));
    if (this.#database === null) {
      const opened = openDatabase(this.#file, this.#limits, this.#after);
      if (!opened.ok) return fail(this.#withoutKey(opened.failure));
      this.#database = opened.value;
      this.#room = setTimeout(() => this.#makeRoom(), ROOM_AFTER_MS).unref();
    }
    try {
      const end = this.#watch(this.#database);
      const value = work(this.#database);
      this.#isForeign ||= end.isForeign;
      end.isForeign = false;
      if (this.#known !== null) this.#known = { ...this.#known, ...end.head };
      return ok(value);
    } catch (error) {
      // A statement that failed on a lock stays active, and SQLite then holds back every later commit of
      // the same connection (measured with libsql 0.5.29): a fresh connection is the only safe one.
      this.close();
      return fail(notRecorded(error));
    }
  }

  /** A file that is opened again has to end where it ended. */
  #watch(database: Database): ReturnType<typeof watchEnd> {
    this.#known ??= { ledger: idOf(database), ...headOf(database) };
    this.#opened ??= { seq: this.#known.seq, hash: this.#known.hash };
    this.#end ??= watchEnd(database, { seq: this.#known.seq, hash: this.#known.hash });
    return this.#end;
  }

  /** Where that fails the next write opens the file anew, and room is made later. */
  #makeRoom(): void {
    if (this.#database !== null) this.use((database) => makeWalRoom(database, this.#file));
  }

  /**
   * What is written next is long. SQLite moves what stands in its WAL into the file with the commit that makes that long;
   * it is durable before that, so it is moved in a turn of its own.
   */
  putOffCheckpoint(database: Database): void {
    pragma(database, "wal_autocheckpoint = 0");
    this.#checkpoint ??= setTimeout(() => {
      this.#checkpoint = null;
      if (this.#database !== null) this.use(checkpoint);
    }, CHECKPOINT_AFTER_MS).unref();
  }

  /** What cannot be read without its key looks to SQLite like no database at all. */
  #withoutKey(failure: NotRecorded): NotRecorded {
    const locked = failure.reason === "damaged" && this.key === null && looksEncrypted(this.#file);
    return locked ? { ...failure, reason: "key" } : failure;
  }

  /**
   * Nothing is read or written until it goes on, here or there. libsql lets go of a closed file only once its statements
   * are collected, and what stands beside it goes into it then, in the midst of a copy: so it goes there before.
   */
  stop(): void {
    try {
      if (this.#database !== null) pragma(this.#database, "wal_checkpoint(TRUNCATE)");
    } catch {
      // No room, or no disk: whoever copies holds the copy against what is known.
    }
    this.close();
    this.#moving = true;
  }

  /** Goes on with this file; where it is a new one, it begins with what it comes `after`. */
  goOn(file: string, after?: Json, known: Known | null = null): void {
    this.close();
    this.#known = known;
    // A new ledger begins with rows of this run alone.
    if (known === null) this.#opened = null;
    this.#file = file;
    this.#after = after;
    this.#moving = false;
  }

  close(): void {
    if (this.#room !== null) clearTimeout(this.#room);
    this.#room = null;
    if (this.#checkpoint !== null) clearTimeout(this.#checkpoint);
    this.#checkpoint = null;
    this.#database?.close();
    this.#database = null;
    this.#end = null;
  }
}

/** As SQLite does after a commit. Where it cannot, all of it stands in the WAL still, and a later one tries again. */
function checkpoint(database: Database): void {
  pragma(database, `wal_autocheckpoint = ${AUTOCHECKPOINT}`);
  pragma(database, "wal_checkpoint(PASSIVE)");
}
