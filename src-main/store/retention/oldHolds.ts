// Says of older files what they hold, and whether the record holds that as well. They are only read.
import path from "node:path";
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import type { OldFile, OldHolds } from "../../../src-shared/ledger/keeping.ts";
import type { OldFound } from "../../services/keepingPorts.ts";
import { isEncrypted } from "../encrypted.ts";
import { numberOf, optionsFor, rowsOf } from "../history/sql.ts";
import type { Database } from "../sql.ts";
import { asBytes, textOf } from "../texts.ts";
import { asNumber } from "../verify/rowReads.ts";

const BUSY_MS = 2000;
/** The first version whose rows are a chain. */
const CHAINED = 3;
const AT_MS = asNumber("at_ms");

/** The record, what opens it, and the names of the ledgers that it is or goes on from. */
export interface OwnRecord {
  ledger: string;
  key: string | null;
  own: ReadonlySet<string>;
}

export function holdsOf(found: OldFound, record: OwnRecord): OldFile {
  return { ...found, holds: found.kind === "drafts" ? { kind: "drafts" } : read(found, record) };
}

/**
 * The name that the record gave itself, and those of the ledgers that it goes on from, one after the other as far as
 * they are here to say so: under a name that was ours, another profile's may lie by now.
 */
export function ownLedgers(
  found: readonly OldFound[],
  ledger: string,
  key: string | null,
): ReadonlySet<string> {
  const own = new Set<string>();
  const add = (named: Named | null): void => {
    if (named === null) return;
    own.add(named.ledger);
    if (named.after !== null) own.add(named.after);
  };
  add(namedBy(ledger, key));
  const left = found.filter(({ kind }) => kind === "left").map(({ file }) => namedBy(file, key));
  for (let known = -1; known < own.size;) {
    known = own.size;
    for (const named of left) if (named !== null && own.has(named.ledger)) add(named);
  }
  return own;
}

/** A ledger's own name, and that of the one that it goes on from. */
interface Named {
  ledger: string;
  after: string | null;
}

function namedBy(file: string, key: string | null): Named | null {
  let database: Database | null = null;
  try {
    database = openToRead(file, isEncrypted(file) ? key : null);
    return namedIn(database);
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

/** Null where it is older than such names. */
function namedIn(database: Database): Named | null {
  if (numberOf(database, "PRAGMA user_version") < CHAINED) return null;
  const [row] = rowsOf(database, `SELECT ${asBytes("facts")} FROM event WHERE seq = 1`);
  const facts = row === undefined ? null : textOf(row[0]);
  const after = memberOf(memberIn(facts, "after"), "ledger");
  return {
    ledger: String(memberIn(facts, "ledger")),
    after: typeof after === "string" ? after : null,
  };
}

function read({ file }: OldFound, { ledger, key, own }: OwnRecord): OldHolds {
  let old: Database | null = null;
  let record: Database | null = null;
  try {
    old = openToRead(file, isEncrypted(file) ? key : null);
    const named = namedIn(old);
    if (named !== null && !own.has(named.ledger)) return { kind: "other" };
    const rows = numberOf(old, "SELECT count(*) FROM event");
    const requests = numberOf(old, "SELECT count(*) FROM event WHERE kind = 'received'");
    const [times] = rowsOf(old, `SELECT min(${AT_MS}), max(${AT_MS}) FROM event`);
    const [fromMs, untilMs] = (times ?? []).map((ms) => (ms === null ? null : Number(ms)));
    record = openToRead(ledger, key);
    const missing = Math.max(0, rows - heldRows(old, record, path.basename(file), rows));
    return {
      kind: "rows",
      rows,
      requests,
      fromMs: fromMs ?? null,
      untilMs: untilMs ?? null,
      missing,
    };
  } catch {
    return { kind: "unreadable" };
  } finally {
    old?.close();
    record?.close();
  }
}

function openToRead(file: string, key: string | null): Database {
  const address = `${pathToFileURL(file).href}?mode=ro`;
  const database = new Libsql(address, optionsFor(key, BUSY_MS));
  database.pragma("query_only = ON");
  return database;
}

/** How many of the old file's rows the record holds. */
function heldRows(old: Database, record: Database, name: string, rows: number): number {
  if (numberOf(old, "PRAGMA user_version") < CHAINED) {
    // They were taken over as new rows, all in one step, which names the copy.
    const facts = rowsOf(record, `SELECT ${asBytes("facts")} FROM event WHERE kind = 'converted'`);
    return facts.some(([row]) => memberIn(textOf(row), "backup") === name) ? rows : 0;
  }
  const hashIn = (database: Database, seq: number): string | null => {
    const [row] = rowsOf(database, `SELECT ${asBytes("hash")} FROM event WHERE seq = ?`, seq);
    return row === undefined ? null : textOf(row[0]);
  };
  // Where a row is the same, so is every row before it: each hash holds the one before.
  let [same, other] = [0, rows + 1];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    const hash = hashIn(old, middle);
    if (hash !== null && hash === hashIn(record, middle)) same = middle;
    else other = middle;
  }
  return same;
}

const memberOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);
const memberIn = (facts: string | null, name: string): unknown =>
  memberOf(JSON.parse(facts ?? "{}"), name);
