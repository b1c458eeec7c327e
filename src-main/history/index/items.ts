// Updates a request in the index from its rows in the ledger, and removes deleted content.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { rowOf } from "#shared/filter/columns.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import { factsOf } from "#shared/filter/facts.ts";
import { indexText } from "#shared/filter/text.ts";
import { textUnitsOf } from "#shared/filter/texts.ts";
import { fold } from "#shared/ledger/fold.ts";
import type { DeletedContent, HistoryRow } from "#shared/ledger/history.ts";
import { isJsonObject } from "#shared/json.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Database } from "../../store/sql.ts";
import { numberOf, rowsOf, run } from "./sql.ts";
import type { ItemRow, LedgerFile } from "./ledgerFile.ts";

/** A request as the ledger has it. */
export interface ReadItem {
  request: HeldRequest;
  rows: ItemRow[];
  forgotten: DeletedContent;
}

/** Null if the rows are not those of a request, but of a question to the user or the ledger itself. */
export function readItem(ledger: LedgerFile, requestId: string): ReadItem | null {
  const rows = ledger.rowsOf(requestId);
  const folded = fold(rows.map(({ row }) => row));
  if (folded === null) return null;
  return { request: folded.request, rows, forgotten: forgottenOf(rows) };
}

function forgottenOf(rows: readonly ItemRow[]): DeletedContent {
  let forgotten: DeletedContent = null;
  for (const { facts, row } of rows) {
    if (row.kind !== "forgotten") continue;
    if (!isJsonObject(facts) || facts["mediaOnly"] !== true) return "all";
    forgotten = "media";
  }
  return forgotten;
}

/** Inserts or replaces a request in the index; `none` if the rows are not those of a request. */
export function putItem(
  index: Database,
  ledger: LedgerFile,
  requestId: string,
  off: readonly FindingKind[] = [],
): "none" | "put" | "forgotten" {
  const read = readItem(ledger, requestId);
  if (read === null) return "none";
  const { request, forgotten } = read;
  // Compute everything before writing, so that an unreadable item leaves nothing behind.
  const facts = factsOf(request, off);
  const units = new Set(textUnitsOf(request).map(indexText).filter(hasTerms));
  const { toolNames: _offered, usedTools: _used, hints: _hints, ...told } = facts;
  const shown: HistoryRow = { facts: told, forgotten };
  const values = {
    order_ms: Math.round(facts.endedAtMs ?? facts.receivedAtMs),
    forgotten: FORGOTTEN.indexOf(forgotten),
    media: request.media.length,
    stored: ledger.storedOf(requestId),
    ...rowOf(facts),
  };
  const known = numberOf(index, "SELECT n FROM item WHERE id = ?", values.id);
  const n = known === 0 ? insertItem(index, values) : updateItem(index, values, known);
  run(index, "INSERT OR REPLACE INTO shown VALUES (?, ?)", n, JSON.stringify(shown));
  putUnits(index, n, String(values.thread), units);
  return forgotten === null ? "put" : "forgotten";
}

/** The index in this list is the value of the column. */
const FORGOTTEN: readonly DeletedContent[] = [null, "media", "all"];

type Values = Record<string, string | number | null>;

function insertItem(index: Database, values: Values): number {
  const names = Object.keys(values);
  const marks = names.map(() => "?").join(", ");
  const sql = `INSERT INTO item (${names.join(", ")}) VALUES (${marks})`;
  run(index, sql, ...Object.values(values));
  return numberOf(index, "SELECT last_insert_rowid()");
}

function updateItem(index: Database, values: Values, n: number): number {
  const set = Object.keys(values)
    .map((name) => `${name} = ?`)
    .join(", ");
  run(index, `UPDATE item SET ${set} WHERE n = ?`, ...Object.values(values), n);
  return n;
}

const hasTerms = (terms: string): boolean => terms.trim() !== "";

/** The next request of a conversation is compared with so many before it: requests of several agents may alternate. */
const COMPARED = 8;

/** Units that the request has from before, and those of its conversation, stay as they are. */
function putUnits(index: Database, n: number, thread: string, units: ReadonlySet<string>): void {
  const before = unitsOf(index, "SELECT ?", n);
  const turns = "SELECT n FROM item WHERE thread = ? AND thread <> '' ORDER BY n DESC LIMIT ?";
  const known = new Map([...unitsOf(index, turns, thread, COMPARED), ...before]);
  for (const terms of units) {
    if (before.has(terms)) continue;
    const unit = known.get(terms) ?? insertUnit(index, terms);
    run(index, "INSERT INTO holds VALUES (?, ?)", unit, n);
  }
  for (const [terms, unit] of before) {
    if (units.has(terms)) continue;
    run(index, "DELETE FROM holds WHERE unit = ? AND n = ?", unit, n);
    if (numberOf(index, "SELECT count(*) FROM holds WHERE unit = ?", unit) > 0) continue;
    // An FTS5 index only deletes terms if given exactly those that were inserted.
    run(index, "INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)", unit, terms);
    run(index, "DELETE FROM unit WHERE id = ?", unit);
  }
  const [old, now] = [once(before.keys()), once(units)];
  if (old === now) return;
  if (old !== "")
    run(index, "INSERT INTO begun (begun, rowid, terms) VALUES ('delete', ?, ?)", n, old);
  if (now !== "") run(index, "INSERT INTO begun (rowid, terms) VALUES (?, ?)", n, now);
}

function insertUnit(index: Database, terms: string): number {
  const packed = deflateRawSync(Buffer.from(terms, "utf8"), { level: 1 });
  run(index, "INSERT INTO unit VALUES (?, ?)", null, packed);
  const unit = numberOf(index, "SELECT last_insert_rowid()");
  run(index, "INSERT INTO words (rowid, terms) VALUES (?, ?)", unit, terms);
  return unit;
}

/** The units of these requests, by their terms. */
function unitsOf(index: Database, requests: string, ...params: (string | number)[]) {
  const sql = `SELECT id, terms FROM unit
    WHERE id IN (SELECT unit FROM holds WHERE n IN (${requests}))`;
  const found = new Map<string, number>();
  for (const [id, packed] of rowsOf(index, sql, ...params))
    if (packed instanceof Uint8Array)
      found.set(inflateRawSync(packed).toString("utf8"), Number(id));
  return found;
}

/** Each term once, in an order that depends on nothing else. */
const once = (units: Iterable<string>): string =>
  [...new Set([...units].flatMap((terms) => terms.trim().split(/ +/)))].toSorted().join(" ");
