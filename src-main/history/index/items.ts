// Updates a request in the index from its rows in the ledger, and removes deleted content.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { rowOf } from "#shared/filter/columns.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import { factsOf } from "#shared/filter/facts.ts";
import { indexText } from "#shared/filter/text.ts";
import { textOf } from "#shared/filter/texts.ts";
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
  const terms = indexText(textOf(request));
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
  putTerms(index, n, known !== 0, terms);
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

/** An FTS5 index only deletes terms if given exactly those that were inserted. */
function putTerms(index: Database, n: number, known: boolean, terms: string): void {
  const before = known ? termsAt(index, n) : null;
  if (before === terms) return;
  if (before !== null) {
    run(index, "INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)", n, before);
    run(index, "INSERT INTO begun (begun, rowid, terms) VALUES ('delete', ?, ?)", n, once(before));
  }
  run(index, "INSERT INTO words (rowid, terms) VALUES (?, ?)", n, terms);
  run(index, "INSERT INTO begun (rowid, terms) VALUES (?, ?)", n, once(terms));
  const packed = deflateRawSync(Buffer.from(terms, "utf8"), { level: 1 });
  run(index, "INSERT OR REPLACE INTO indexed VALUES (?, ?)", n, packed);
}

/** Each term once. */
const once = (terms: string): string => [...new Set(terms.split(" "))].join(" ");

function termsAt(index: Database, n: number): string | null {
  const [row] = rowsOf(index, "SELECT terms FROM indexed WHERE n = ?", n);
  const packed = row?.[0];
  return packed instanceof Uint8Array ? inflateRawSync(packed).toString("utf8") : null;
}
