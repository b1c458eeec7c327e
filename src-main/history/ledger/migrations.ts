// Migrates the ledger's file to the newest version. Before the first step that changes existing data, a backup is
// written next to the file.
import { randomUUID } from "node:crypto";
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { FORMAT_VERSION } from "#shared/ledger/row.ts";
import { appendFact, beginChain } from "./chain.ts";
import { convertOldRows } from "./convert.ts";
import { inTransaction, firstOf, pragma } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";
import { VERSION_1, VERSION_2, VERSION_3, VERSION_5 } from "./schema.ts";

/** `backup`: the file name of the backup, if there is one. */
type Step = (database: Database, backup: string | null) => void;

const STEPS: readonly Step[] = [
  (database) => database.exec(VERSION_1),
  (database) => database.exec(VERSION_2),
  toVersion3,
  recordNarrowedFacts,
  toVersion5,
];
const VERSION = STEPS.length;
/** From this version on, steps change no existing data. */
const CHAINED = 3;

/** The path of the backup of a file of version `from`. */
export const backupOf = (file: string, from: number): string => `${file}.backup-v${from}`;

/** Migrates the file; throws, with nothing changed, if that fails. */
export function migrate(database: Database, file: string): void {
  const before = versionOf(database);
  if (before > VERSION) throw new Error(`the file is of a newer Countersign (version ${before})`);
  if (before === VERSION) return;
  const backup =
    before < CHAINED && holdsEvents(database) ? backUp(database, backupOf(file, before)) : null;
  inTransaction(database, () => {
    // Another process may have migrated it meanwhile.
    for (const step of STEPS.slice(versionOf(database))) step(database, backup);
    database.exec(`PRAGMA user_version = ${VERSION}`);
  });
}

const versionOf = (database: Database): number => Number(pragma(database, "user_version"));

const holdsEvents = (database: Database): boolean =>
  versionOf(database) > 0 && firstOf(database, "SELECT 1 FROM event LIMIT 1") === 1;

/** Writes a backup of the file, readable by the owner only and synced to disk. Returns its file name. */
function backUp(database: Database, target: string): string {
  const temporary = `${target}.new`;
  rmSync(temporary, { force: true });
  // Create it ourselves first: SQLite would make it readable for everybody.
  closeSync(openSync(temporary, "wx", 0o600));
  database.prepare("VACUUM INTO ?").run(temporary);
  chmodSync(temporary, 0o600);
  const descriptor = openSync(temporary, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(temporary, target);
  return path.basename(target);
}

/** Appends every old event and medium to the chain, in order and with its original time. */
function toVersion3(database: Database, backup: string | null): void {
  database.exec("ALTER TABLE event RENAME TO event_2; DROP INDEX event_sample;");
  database.exec(VERSION_3);
  const nowMs = Date.now();
  beginChain(database, randomUUID(), nowMs);
  const rows = convertOldRows(database);
  if (rows > 0) appendFact(database, "converted", { from: 2, rows, backup }, nowMs);
  database.exec("DROP TABLE event_2; DROP TABLE medium;");
}

/**
 * Since version 4, a server's command line or address and its identity are deletable content. Older rows contain them
 * for good, as changing a row would break the chain; a row records once up to where.
 */
function recordNarrowedFacts(database: Database): void {
  const last = `SELECT seq FROM event WHERE kind = 'received' ORDER BY seq DESC LIMIT 1`;
  const upTo = firstOf(database, last);
  const facts = firstOf(database, `SELECT ${asBytes("facts")} FROM event WHERE seq = ?`, upTo ?? 0);
  if (textOf(facts)?.includes('"where":') === true) {
    appendFact(database, "facts-narrowed", { upTo: Number(upTo) }, Date.now());
  }
}

/** From here on, content may be stored in parts. A ledger that began with an earlier format says so in a row. */
function toVersion5(database: Database): void {
  database.exec(VERSION_5);
  const begun = firstOf(database, `SELECT ${asBytes("facts")} FROM event WHERE seq = 1`);
  if (textOf(begun)?.includes(`"version":"${FORMAT_VERSION}"`) === true) return;
  appendFact(database, "format-changed", { version: FORMAT_VERSION }, Date.now());
}
