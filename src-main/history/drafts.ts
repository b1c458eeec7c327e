// `drafts.db`: what the user is typing, saved continuously. One row per request, so that a keystroke does not rewrite
// the drafts of others. Only the user discards a draft.
import { existsSync, renameSync } from "node:fs";
import Libsql from "libsql";
import { z } from "zod";
import { draftSchema } from "#shared/request/life/decision.ts";
import type { Draft } from "#shared/request/life/decision.ts";
import { jsonIn } from "#shared/json.ts";
import type { Failure } from "#shared/outcome.ts";
import { BUSY_MS } from "./ledger/database.ts";
import { touchPrivate } from "../profile/regularFile.ts";
import { notRecorded } from "../store/notRecorded.ts";
import { firstOf, inTransaction, rowsOf } from "../store/sql.ts";
import type { Database } from "../store/sql.ts";
import { asBytes, textOf } from "../store/texts.ts";
import { encryption } from "./verify/ledgerFile.ts";

/**
 * The first edit after a pause is written immediately, further ones after this delay. The window sends an edit within
 * 200 ms (state/drafts), so together they take less than half a second.
 */
const WRITE_AFTER_MS = 150;
/** After a write, wait this many times as long as it took, so that large drafts do not keep main busy. */
const REST_TIMES = 3;
/** The longest such wait, however slow the disk is. */
const REST_MOST_MS = 400;
/** If another program locks the file: the delay between tries, and how many of them fail before it is reported. */
const UNLOCKED_MS = 50;
const UNLOCKED_TRIES = 10;
const LOCKED_MS = 1000;
const LAST_TRIES = 40;
/** Discarded drafts remain in the WAL until a checkpoint; one is made this long after the last discard. */
const PURGE_AFTER_MS = 1000;

const TABLE = `CREATE TABLE IF NOT EXISTS draft (
  sample TEXT PRIMARY KEY,
  drafts TEXT NOT NULL
) STRICT;`;

const DRAFTS_SQL = `SELECT ${asBytes("sample")}, ${asBytes("drafts")} FROM draft ORDER BY rowid`;

const draftsSchema = z.array(draftSchema);

type Discarded = Draft["gate"] | "all";

const sameGate = (a: Draft, b: Draft): boolean =>
  a.gate === b.gate && (a.gate !== 2 || b.gate !== 2 || a.attemptId === b.attemptId);

/** Drafts by request and gate, saved while the user types. */
export class Drafts {
  readonly #file: string;
  readonly #key: string | null;
  readonly #failed: (failure: Failure) => void;
  readonly #drafts = new Map<string, Draft[]>();
  readonly #changed = new Set<string>();
  /** What was discarded before drafts could be read, by gate; null once they have been read. */
  #discardedUnread: Map<string, Set<Discarded>> | null = new Map();
  /** Requests whose drafts in the file cannot be parsed. */
  readonly #unread = new Set<string>();
  #database: Database | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Until then, edits are coalesced (`performance.now()`). */
  #restUntilMs = 0;
  /** Consecutive tries that failed on a lock. */
  #locked = 0;
  #owed = false;
  #closed = false;
  #purgeTimer: NodeJS.Timeout | null = null;

  constructor(file: string, key: string | null, failed: (failure: Failure) => void) {
    this.#file = file;
    this.#key = key;
    this.#failed = failed;
    this.#use(() => undefined);
  }

  save(requestId: string, draft: Draft): void {
    this.#set(requestId, [
      ...this.forRequest(requestId).filter((kept) => !sameGate(kept, draft)),
      draft,
    ]);
    // If the file is locked, the timer tries again.
    if (this.#restMs() <= 0 && this.#locked === 0) this.flush();
  }

  discard(requestId: string, gate: Draft["gate"]): void {
    this.#discardUnread(requestId, gate);
    this.#set(
      requestId,
      this.forRequest(requestId).filter((kept) => kept.gate !== gate),
    );
    this.#drop();
  }

  /** Drops the drafts of a request that the user dismissed. */
  drop(requestId: string): void {
    this.#discardUnread(requestId, "all");
    if (this.#discardedUnread === null && !this.#drafts.has(requestId)) return;
    this.#set(requestId, []);
    this.#drop();
  }

  /** Written immediately, so that a discarded draft is not back after a crash. */
  #drop(): void {
    this.#owed = true;
    if (this.#locked === 0) this.flush();
  }

  forRequest(requestId: string): Draft[] {
    return this.#drafts.get(requestId) ?? [];
  }

  /** Whether drafts of the request may be stored; unreadable ones, or those of a newer version, count. */
  mayHold(requestId: string): boolean {
    return (
      this.#discardedUnread !== null || this.#unread.has(requestId) || this.#drafts.has(requestId)
    );
  }

  all(): Record<string, Draft[]> {
    return Object.fromEntries(this.#drafts);
  }

  /** Writes pending changes now. Returns false and reports a fault if that failed. */
  flush(): boolean {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#changed.size === 0 && this.#discardedUnread === null) return true;
    const beganMs = performance.now();
    const written = this.#use((database) => {
      inTransaction(database, () => {
        for (const request of this.#changed) write(database, request, this.forRequest(request));
      });
      this.#changed.clear();
    });
    const endedMs = performance.now();
    const restMs = Math.min(REST_MOST_MS, REST_TIMES * (endedMs - beganMs));
    this.#restUntilMs = endedMs + Math.max(WRITE_AFTER_MS, restMs);
    if (written && this.#owed) {
      this.#purgeTimer ??= setTimeout(() => this.#purge(), PURGE_AFTER_MS).unref();
    }
    return written;
  }

  close(): void {
    this.#closed = true;
    // The last chance to write, so wait for the lock here.
    for (let tried = 0; !this.flush() && this.#locked > 0 && tried < LAST_TRIES;) tried += 1;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#owed) this.#purge();
    if (this.#purgeTimer !== null) clearTimeout(this.#purgeTimer);
    this.#purgeTimer = null;
    this.#database?.close();
    this.#database = null;
  }

  /** If this fails, the next discard or closing tries again. */
  #purge(): void {
    this.#purgeTimer = null;
    if (this.#database === null) return;
    try {
      this.#owed = Number(firstOf(this.#database, "PRAGMA wal_checkpoint(TRUNCATE)")) !== 0;
    } catch {
      // Still pending.
    }
  }

  #set(requestId: string, drafts: Draft[]): void {
    if (drafts.length === 0 && !this.#drafts.has(requestId)) return;
    if (drafts.length > 0) this.#drafts.set(requestId, drafts);
    else this.#drafts.delete(requestId);
    this.#toWrite(requestId);
  }

  #toWrite(requestId: string): void {
    this.#changed.add(requestId);
    this.#timer ??= setTimeout(() => void this.flush(), Math.max(WRITE_AFTER_MS, this.#restMs()));
  }

  #restMs(): number {
    return this.#restUntilMs - performance.now();
  }

  #discardUnread(requestId: string, gate: Discarded): void {
    if (this.#discardedUnread === null) return;
    const before = this.#discardedUnread.get(requestId) ?? [];
    this.#discardedUnread.set(requestId, new Set([...before, gate]));
    this.#toWrite(requestId);
  }

  /** Reads the stored drafts; changes made before then take precedence. */
  #read(database: Database, discarded: ReadonlyMap<string, ReadonlySet<Discarded>>): void {
    let damaged = 0;
    for (const [id, text] of rowsOf(database, DRAFTS_SQL)) {
      const request = lettersOf(id);
      const letters = lettersOf(text);
      // A damaged row does not affect others. It stays in the file until its request has a newer draft.
      if (request === null || letters === null) damaged += 1;
      if (request === null) continue;
      const read = draftsSchema.safeParse(jsonIn(letters ?? ""));
      const newer = this.forRequest(request);
      // Rows of a newer version are left in the file for it.
      if (!read.success && newer.length === 0) this.#changed.delete(request);
      if (!read.success) {
        this.#unread.add(request);
        continue;
      }
      const gone = discarded.get(request);
      const kept = read.data.filter(
        (one) =>
          !(gone?.has("all") || gone?.has(one.gate)) && !newer.some((own) => sameGate(own, one)),
      );
      if (kept.length + newer.length > 0) this.#drafts.set(request, [...kept, ...newer]);
    }
    if (damaged > 0) this.#failed({ kind: "drafts-damaged", count: damaged });
  }

  /** Returns false and reports it if it failed; changes are then written with the next one. */
  #use(work: (database: Database) => void): boolean {
    try {
      this.#database ??= opened(this.#file, this.#key);
      // Must come before any write, since a row contains all drafts of its request.
      if (this.#discardedUnread !== null) this.#read(this.#database, this.#discardedUnread);
      this.#discardedUnread = null;
      work(this.#database);
      this.#locked = 0;
      return true;
    } catch (error) {
      this.#database?.close();
      this.#database = null;
      const failure = notRecorded(error);
      this.#locked = failure.reason === "locked" ? this.#locked + 1 : 0;
      if (this.#locked > 0 && !this.#closed) {
        const ms = this.#locked < UNLOCKED_TRIES ? UNLOCKED_MS : LOCKED_MS;
        this.#timer ??= setTimeout(() => void this.flush(), ms).unref();
      }
      if (this.#locked === 0 || this.#locked === UNLOCKED_TRIES) this.#failed(failure);
      return false;
    }
  }
}

function write(database: Database, request: string, drafts: readonly Draft[]): void {
  if (drafts.length === 0) {
    database.prepare("DELETE FROM draft WHERE sample = ?").run(request);
    return;
  }
  database
    .prepare("INSERT INTO draft VALUES (?, ?) ON CONFLICT DO UPDATE SET drafts = excluded.drafts")
    .run(request, JSON.stringify(drafts));
}

/** Opens or creates the file, readable by its owner only. */
function opened(file: string, key: string | null): Database {
  touchPrivate(file);
  const database = new Libsql(file, { timeout: BUSY_MS, ...encryption(key) });
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("secure_delete = ON");
  database.exec(TABLE);
  return database;
}

/** Null if the bytes are not valid text. */
function lettersOf(bytes: unknown): string | null {
  try {
    return textOf(bytes);
  } catch {
    return null;
  }
}

/** @param key the file's encryption key, or null; `locked`: the file is encrypted, but its key is missing */
export function openDrafts(
  file: string,
  failed: (failure: Failure) => void,
  { key, locked }: { key: string | null; locked: boolean } = { key: null, locked: false },
): Drafts {
  // Without its key, an encrypted file would look damaged.
  if (!locked) putAside(file, key, failed);
  const told = locked ? () => failed({ kind: "ledger-key-missing" }) : failed;
  return new Drafts(file, key, told);
}

/** Moves a damaged file aside: it is never written to, and never deleted. */
function putAside(file: string, key: string | null, failed: (failure: Failure) => void): void {
  if (!existsSync(file)) return;
  try {
    opened(file, key).close();
  } catch (error) {
    const { reason, detail } = notRecorded(error);
    if (reason !== "damaged") return;
    const aside = `${file}.broken-${new Date().toISOString().replaceAll(":", "-")}`;
    renameSync(file, aside);
    for (const end of ["-wal", "-shm"]) {
      if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`);
    }
    failed({ kind: "file-set-aside", aside, detail });
  }
}
