// `drafts.db`: what is being typed, kept as it is typed. A row for each request, so that a keystroke in one writes nothing
// of the others. Only the user discards a draft.
import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import Libsql from "libsql";
import { z } from "zod";
import { draftSchema } from "../../../src-shared/sampling/life/decision.ts";
import type { Draft } from "../../../src-shared/sampling/life/decision.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { DraftStore } from "../../services/ports.ts";
import { BUSY_MS } from "../database.ts";
import { readJson } from "./jsonFile.ts";
import { notRecorded } from "../ledger/notRecorded.ts";
import { firstOf, inTransaction, rowsOf } from "../sql.ts";
import type { Database } from "../sql.ts";
import { asBytes, textOf } from "../texts.ts";
import { encryption } from "../verify/ledgerFile.ts";

/**
 * An edit after a pause is written at once, further ones so much later: no timer has to be in time for what was typed
 * last. The window sends an edit within 200 ms (state/drafts); together they stay within half a second.
 */
const WRITE_AFTER_MS = 150;
/** So many times as long as it took rests what was written: of a large draft, main has the rest of the time. */
const REST_TIMES = 3;
/** And no longer than this, however slow the disk is. */
const REST_MOST_MS = 400;
/** A file that another program holds is waited for: so long between tries, and so many of them before it is said. */
const UNLOCKED_MS = 50;
const UNLOCKED_TRIES = 10;
const LOCKED_MS = 1000;
const LAST_TRIES = 40;
/** What was dropped still stands in the file beside it until that is emptied: once, after the last of them. */
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

class Drafts implements DraftStore {
  readonly #file: string;
  readonly #key: string | null;
  readonly #failed: (failure: Failure) => void;
  readonly #drafts = new Map<string, Draft[]>();
  readonly #changed = new Set<string>();
  /** What the user dismissed of drafts that were not read yet, by gate. Null: all are read. */
  #discardedUnread: Map<string, Set<Discarded>> | null = new Map();
  /** Requests whose drafts stand in the file and cannot be made out. */
  readonly #unread = new Set<string>();
  #database: Database | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** What comes before is gathered: by `performance.now()`. */
  #restUntilMs = 0;
  /** Tries in a row that failed on a lock. */
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

  /** Takes over what the file of earlier versions holds, which goes once it is written here. */
  takeOver(older: string): void {
    // Earlier versions kept a copy of it, which no forgetting reached.
    rmSync(`${older}.taken-over`, { force: true });
    // Where the newer file could not be read, the next start does it: what stands there comes first.
    if (this.#discardedUnread !== null || !existsSync(older)) return;
    const { value, faults } = readJson(older, z.record(z.string(), draftsSchema), {});
    faults.forEach(this.#failed);
    for (const [sample, drafts] of Object.entries(value)) {
      if (!this.#drafts.has(sample)) this.#set(sample, drafts);
    }
    if (this.flush()) rmSync(older, { force: true });
  }

  save(sampleId: string, draft: Draft): void {
    this.#set(sampleId, [
      ...this.forSample(sampleId).filter((kept) => !sameGate(kept, draft)),
      draft,
    ]);
    // One that another program holds is tried again by its timer.
    if (this.#restMs() <= 0 && this.#locked === 0) this.flush();
  }

  discard(sampleId: string, gate: Draft["gate"]): void {
    this.#discardUnread(sampleId, gate);
    this.#set(
      sampleId,
      this.forSample(sampleId).filter((kept) => kept.gate !== gate),
    );
    this.#drop();
  }

  forget(sampleId: string): void {
    this.#discardUnread(sampleId, "all");
    if (this.#discardedUnread === null && !this.#drafts.has(sampleId)) return;
    this.#set(sampleId, []);
    this.#drop();
  }

  /** What was dismissed is not there again after a crash. */
  #drop(): void {
    this.#owed = true;
    if (this.#locked === 0) this.flush();
  }

  forSample(sampleId: string): Draft[] {
    return this.#drafts.get(sampleId) ?? [];
  }

  mayHold(sampleId: string): boolean {
    return (
      this.#discardedUnread !== null || this.#unread.has(sampleId) || this.#drafts.has(sampleId)
    );
  }

  all(): Record<string, Draft[]> {
    return Object.fromEntries(this.#drafts);
  }

  flush(): boolean {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#changed.size === 0 && this.#discardedUnread === null) return true;
    const beganMs = performance.now();
    const written = this.#use((database) => {
      inTransaction(database, () => {
        for (const sample of this.#changed) write(database, sample, this.forSample(sample));
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
    // The last chance: here it is waited for.
    for (let tried = 0; !this.flush() && this.#locked > 0 && tried < LAST_TRIES;) tried += 1;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#owed) this.#purge();
    if (this.#purgeTimer !== null) clearTimeout(this.#purgeTimer);
    this.#purgeTimer = null;
    this.#database?.close();
    this.#database = null;
  }

  /** Where it does not go, the next one that is dropped, or the end, tries again. */
  #purge(): void {
    this.#purgeTimer = null;
    if (this.#database === null) return;
    try {
      this.#owed = Number(firstOf(this.#database, "PRAGMA wal_checkpoint(TRUNCATE)")) !== 0;
    } catch {
      // Still owed.
    }
  }

  #set(sampleId: string, drafts: Draft[]): void {
    if (drafts.length === 0 && !this.#drafts.has(sampleId)) return;
    if (drafts.length > 0) this.#drafts.set(sampleId, drafts);
    else this.#drafts.delete(sampleId);
    this.#toWrite(sampleId);
  }

  #toWrite(sampleId: string): void {
    this.#changed.add(sampleId);
    this.#timer ??= setTimeout(() => void this.flush(), Math.max(WRITE_AFTER_MS, this.#restMs()));
  }

  #restMs(): number {
    return this.#restUntilMs - performance.now();
  }

  #discardUnread(sampleId: string, gate: Discarded): void {
    if (this.#discardedUnread === null) return;
    const before = this.#discardedUnread.get(sampleId) ?? [];
    this.#discardedUnread.set(sampleId, new Set([...before, gate]));
    this.#toWrite(sampleId);
  }

  /** What the file holds, and over it what happened before it could be read. */
  #read(database: Database, discarded: ReadonlyMap<string, ReadonlySet<Discarded>>): void {
    let damaged = 0;
    for (const [id, text] of rowsOf(database, DRAFTS_SQL)) {
      const sample = lettersOf(id);
      const letters = lettersOf(text);
      // One that is damaged costs no other. It stays in the file, until its request has a newer one.
      if (sample === null || letters === null) damaged += 1;
      if (sample === null) continue;
      const read = draftsSchema.safeParse(parsed(letters ?? ""));
      const newer = this.forSample(sample);
      // What a later version wrote stays in the file, for it.
      if (!read.success && newer.length === 0) this.#changed.delete(sample);
      if (!read.success) {
        this.#unread.add(sample);
        continue;
      }
      const gone = discarded.get(sample);
      const kept = read.data.filter(
        (one) =>
          !(gone?.has("all") || gone?.has(one.gate)) && !newer.some((own) => sameGate(own, one)),
      );
      if (kept.length + newer.length > 0) this.#drafts.set(sample, [...kept, ...newer]);
    }
    if (damaged > 0) this.#failed({ kind: "drafts-damaged", count: damaged });
  }

  /** False, said, where it failed; what changed is written with the next change then. */
  #use(work: (database: Database) => void): boolean {
    try {
      this.#database ??= opened(this.#file, this.#key);
      // Before anything is written: a row holds all drafts of its request.
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

function write(database: Database, sample: string, drafts: readonly Draft[]): void {
  if (drafts.length === 0) {
    database.prepare("DELETE FROM draft WHERE sample = ?").run(sample);
    return;
  }
  database
    .prepare("INSERT INTO draft VALUES (?, ?) ON CONFLICT DO UPDATE SET drafts = excluded.drafts")
    .run(sample, JSON.stringify(drafts));
}

/** Opens or creates the file, readable by its owner only; one that is damaged is put aside first. */
function opened(file: string, key: string | null): Database {
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  const database = new Libsql(file, { timeout: BUSY_MS, ...encryption(key) });
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("secure_delete = ON");
  database.exec(TABLE);
  return database;
}

/** Null where the bytes are no text. */
function lettersOf(bytes: unknown): string | null {
  try {
    return textOf(bytes);
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param older the file that earlier versions kept drafts in
 * @param key what the file is encrypted with, or null; `locked`: it is encrypted, and the key is not to be had
 */
export function openDrafts(
  file: string,
  older: string,
  failed: (failure: Failure) => void,
  { key, locked }: { key: string | null; locked: boolean } = { key: null, locked: false },
): DraftStore {
  // Without its key an encrypted file looks damaged, and is not.
  if (!locked) putAside(file, key, failed);
  const told = locked ? () => failed({ kind: "ledger-key-missing" }) : failed;
  const drafts = new Drafts(file, key, told);
  drafts.takeOver(older);
  return drafts;
}

/** A damaged file is never written into, and never deleted. */
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
