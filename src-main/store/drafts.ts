// `drafts.db`: what is being typed, kept as it is typed, at most half a second behind. A row for each request, so that
// a keystroke in one writes nothing of the others. Only the person discards a draft.
import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import Libsql from "libsql";
import { z } from "zod";
import { draftSchema } from "../../src-shared/ipc/decision.ts";
import type { Draft } from "../../src-shared/ipc/contract.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { DraftStore } from "../services/ports.ts";
import { readJson } from "./jsonFile.ts";
import { notRecorded } from "./notRecorded.ts";
import { firstOf, inTransaction, rowsOf } from "./sql.ts";
import type { Database } from "./sql.ts";
import { encryption } from "./verify/ledgerFile.ts";

/** The window waits 300 ms before it sends an edit; together they stay within half a second. */
const WRITE_AFTER_MS = 150;
/** What was dropped still stands in the file beside it until that is emptied: once, after the last of them. */
const PURGE_AFTER_MS = 1000;

const TABLE = `CREATE TABLE IF NOT EXISTS draft (
  sample TEXT PRIMARY KEY,
  drafts TEXT NOT NULL
) STRICT;`;

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
  /** What the person put away of drafts that were not read yet, by gate. Null: all are read. */
  #discardedUnread: Map<string, Set<Discarded>> | null = new Map();
  #database: Database | null = null;
  #timer: NodeJS.Timeout | null = null;
  #owed = false;
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
  }

  discard(sampleId: string, gate: Draft["gate"]): void {
    this.#discardUnread(sampleId, gate);
    this.#set(
      sampleId,
      this.forSample(sampleId).filter((kept) => kept.gate !== gate),
    );
    this.#owed = true;
  }

  forget(sampleId: string): void {
    this.#discardUnread(sampleId, "all");
    if (this.#discardedUnread === null && !this.#drafts.has(sampleId)) return;
    this.#set(sampleId, []);
    this.#owed = true;
  }

  forSample(sampleId: string): Draft[] {
    return this.#drafts.get(sampleId) ?? [];
  }

  all(): Record<string, Draft[]> {
    return Object.fromEntries(this.#drafts);
  }

  flush(): boolean {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#changed.size === 0) return true;
    const written = this.#use((database) => {
      inTransaction(database, () => {
        for (const sample of this.#changed) write(database, sample, this.forSample(sample));
      });
      this.#changed.clear();
    });
    if (written && this.#owed) {
      this.#purgeTimer ??= setTimeout(() => this.#purge(), PURGE_AFTER_MS).unref();
    }
    return written;
  }

  close(): void {
    this.flush();
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
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
  }

  #discardUnread(sampleId: string, gate: Discarded): void {
    if (this.#discardedUnread === null) return;
    const before = this.#discardedUnread.get(sampleId) ?? [];
    this.#discardedUnread.set(sampleId, new Set([...before, gate]));
    this.#toWrite(sampleId);
  }

  /** What the file holds, and over it what happened before it could be read. */
  #read(database: Database, discarded: ReadonlyMap<string, ReadonlySet<Discarded>>): void {
    for (const [id, text] of rowsOf(database, "SELECT * FROM draft ORDER BY rowid")) {
      const sample = String(id);
      const read = draftsSchema.safeParse(parsed(String(text)));
      const newer = this.forSample(sample);
      // What a later version wrote stays in the file, for it.
      if (!read.success && newer.length === 0) this.#changed.delete(sample);
      if (!read.success) continue;
      const gone = discarded.get(sample);
      const kept = read.data.filter(
        (one) =>
          !(gone?.has("all") || gone?.has(one.gate)) && !newer.some((own) => sameGate(own, one)),
      );
      if (kept.length + newer.length > 0) this.#drafts.set(sample, [...kept, ...newer]);
    }
  }

  /** False, said, where it failed; what changed is written with the next change then. */
  #use(work: (database: Database) => void): boolean {
    try {
      this.#database ??= opened(this.#file, this.#key);
      // Before anything is written: a row holds all drafts of its request.
      if (this.#discardedUnread !== null) this.#read(this.#database, this.#discardedUnread);
      this.#discardedUnread = null;
      work(this.#database);
      return true;
    } catch (error) {
      this.#database?.close();
      this.#database = null;
      this.#failed(notRecorded(error));
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
  const database = new Libsql(file, { timeout: 500, ...encryption(key) });
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("secure_delete = ON");
  database.exec(TABLE);
  return database;
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
  const drafts = new Drafts(file, key, failed);
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
