// The append-only record of what happened, durable before it takes effect; and the media that its rows
// refer to, once each. Nothing here throws: a full, locked or damaged file is an answer.
import { createHash } from "node:crypto";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Outcome } from "../../src-shared/outcome.ts";
import { MEDIA_PREFIX } from "../../src-shared/sampling/media.ts";
import type { MediaFacts, MediaRef } from "../../src-shared/sampling/media.ts";
import type { SpentDay } from "../../src-shared/models/spending.ts";
import type { Ledger, LedgerEntry, MediaStore } from "../desk/ports.ts";
import type { SpendingStore } from "../services/ports.ts";
import { notRecorded, openDatabase } from "./database.ts";
import type { Database, Limits, NotRecorded } from "./database.ts";
import { base64Facts } from "./base64.ts";
import { addSpent, readSpent } from "./spent.ts";

/** The file, opened again by the next write when opening failed. */
class LedgerFile {
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

class SqliteLedger implements Ledger {
  readonly #file: LedgerFile;

  constructor(file: LedgerFile) {
    this.#file = file;
  }

  append(row: LedgerEntry): Outcome<void, NotRecorded> {
    return this.appendAll([row]);
  }

  appendAll(rows: readonly LedgerEntry[]): Outcome<void, NotRecorded> {
    return this.#file.use((database) => {
      const write = (): void => {
        for (const row of rows) insert(database, row);
      };
      // A single insert is a transaction by itself. What a row spent is counted exactly when the row is there.
      if (rows.length === 1 && rows[0]?.spent === undefined) write();
      else database.transaction(write)();
    });
  }
}

function insert(database: Database, { sampleId, atMs, kind, body, spent }: LedgerEntry): void {
  database
    .prepare("INSERT INTO event (sample, at_ms, kind, body) VALUES (?, ?, ?, ?)")
    .run(sampleId, atMs, kind, JSON.stringify(body));
  if (spent !== undefined) addSpent(database, atMs, spent);
}

class SqliteSpending implements SpendingStore {
  readonly #file: LedgerFile;

  constructor(file: LedgerFile) {
    this.#file = file;
  }

  since(day: string | null): Outcome<SpentDay[], NotRecorded> {
    return this.#file.use((database) => readSpent(database, day));
  }
}

/**
 * The text as SQLite keeps it. What a server calls base64 may be anything, and SQLite's texts hold neither
 * a NUL nor half of a surrogate pair: all but plain ASCII is kept as a JSON string.
 */
const storedForm = (text: string): string =>
  /[^\x20-\x7e]/.test(text) || text.startsWith('"') ? JSON.stringify(text) : text;

const fromStoredForm = (stored: string): string =>
  stored.startsWith('"') ? String(JSON.parse(stored)) : stored;

/** Texts stay on disk; memory holds only which sample may name which. */
class SqliteMedia implements MediaStore {
  readonly #file: LedgerFile;
  readonly #held = new Map<string, Set<string>>();
  /** A batch begins its transaction with its first put. */
  #batch: "none" | "empty" | "begun" = "none";

  constructor(file: LedgerFile) {
    this.#file = file;
  }

  put(sampleId: string, base64: string): Outcome<MediaFacts, NotRecorded> {
    const stored = storedForm(base64);
    const sha256 = createHash("sha256").update(stored, "utf8").digest("hex");
    const ref: MediaRef = `${MEDIA_PREFIX}${sha256}`;
    const kept = this.#file.use((database) => {
      if (this.#batch === "empty") {
        database.exec("BEGIN IMMEDIATE");
        this.#batch = "begun";
      }
      database
        .prepare("INSERT INTO medium (sha256, base64) VALUES (?, ?) ON CONFLICT DO NOTHING")
        .run(sha256, stored);
    });
    if (!kept.ok) return kept;
    const held = this.#held.get(sampleId) ?? new Set();
    this.#held.set(sampleId, held.add(ref));
    return ok({ ref, ...base64Facts(base64) });
  }

  together<T>(work: () => T): Outcome<T, NotRecorded> {
    this.#batch = "empty";
    let value: T;
    try {
      value = work();
    } catch (error) {
      this.#ended("ROLLBACK");
      throw error;
    }
    const ended = this.#ended("COMMIT");
    return ended.ok ? ok(value) : ended;
  }

  /** Where a put has failed, its transaction went with the connection, and this fails as well. */
  #ended(how: "COMMIT" | "ROLLBACK"): Outcome<void, NotRecorded> {
    const begun = this.#batch === "begun";
    this.#batch = "none";
    return begun ? this.#file.use((database) => void database.exec(how)) : ok(undefined);
  }

  text(sampleId: string, ref: string): string | null {
    if (this.#held.get(sampleId)?.has(ref) !== true) return null;
    const sha256 = ref.slice(MEDIA_PREFIX.length);
    const read = this.#file.use((database): unknown =>
      database.prepare("SELECT base64 FROM medium WHERE sha256 = ?").raw().get(sha256),
    );
    const row = read.ok ? read.value : null;
    return Array.isArray(row) && typeof row[0] === "string" ? fromStoredForm(row[0]) : null;
  }

  release(sampleId: string): void {
    this.#held.delete(sampleId);
  }
}

/** The ledger and the media of one profile, in one file. */
export function openLedger(
  file: string,
  limits: Limits = {},
): { ledger: Ledger; media: MediaStore; spending: SpendingStore; close(): void } {
  const shared = new LedgerFile(file, limits);
  return {
    ledger: new SqliteLedger(shared),
    media: new SqliteMedia(shared),
    spending: new SqliteSpending(shared),
    close: () => shared.close(),
  };
}
