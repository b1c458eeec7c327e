// Updates a request in the index from its rows in the ledger, and removes deleted content.
import { hash as sha256 } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { alikeColumns, ownColumns, rowOf } from "#shared/filter/columns.ts";
import type { ItemRow as Columns } from "#shared/filter/columns.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import { factsOf } from "#shared/filter/facts.ts";
import { indexText } from "#shared/filter/text.ts";
import { textUnitsOf } from "#shared/filter/texts.ts";
import { fold } from "#shared/ledger/fold.ts";
import type { DeletedContent, HistoryRow } from "#shared/ledger/history.ts";
import { isJsonObject } from "#shared/json.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Database } from "../../store/sql.ts";
import { inserted, numberOf, rowsOf, run } from "./sql.ts";
import type { ItemRow, LedgerFile } from "./ledgerFile.ts";
import { packedRow, SMALL } from "./shownRows.ts";

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

export interface Put {
  /** The request's last row, up to which it is in the index; 0 if the rows are not those of a request. */
  last: number;
  /** Content that was in the index is no longer. */
  forgot: boolean;
}

/** What a request is read from and written to; `key`: of hashes in the index; `off`: checks that the user turned off. */
export interface Putting {
  index: Database;
  key: string;
  ledger: LedgerFile;
  off: readonly FindingKind[];
}

/** Reads a request, one of whose rows is `seq`, and inserts or replaces it in the index. */
export function putItem({ index, key, ledger, off }: Putting, requestId: string, seq: number): Put {
  const read = readItem(ledger, requestId);
  if (read === null) return { last: 0, forgot: false };
  const { request, rows, forgotten } = read;
  const [n = seq, last = seq] = [rows[0]?.seq, rows.at(-1)?.seq];
  // Compute everything before writing, so that an unreadable item leaves nothing behind.
  const facts = factsOf(request, off);
  const units = textUnitsOf(request);
  const { toolNames: _offered, usedTools: _used, hints: _hints, ...told } = facts;
  const shown: HistoryRow = { facts: told, forgotten };
  const row = rowOf(facts);
  const orderMs = Math.round(facts.endedAtMs ?? facts.receivedAtMs);
  const alike = alikeOf(index, key, row);
  const own = ownColumns.map((name) => row[name]);
  // At its first row it was not there before.
  const isNew = n === seq;
  if (!isNew)
    for (const table of ["item", "shown"]) run(index, `DELETE FROM ${table} WHERE n = ?`, n);
  run(index, PUT_ITEM, n, orderMs, alike, FORGOTTEN.indexOf(forgotten), ...own);
  run(index, "INSERT INTO shown VALUES (?, ?)", n, packedRow(shown));
  const hashed = new Map(units.map((texts) => [hashOf(key, JSON.stringify(texts)), texts]));
  putUnits(index, n, isNew ? NONE : unitsOf(index, "SELECT ?", n), String(row.thread), hashed);
  return { last, forgot: forgotten !== null && !isNew };
}

/** The index in this list is the value of the column. */
const FORGOTTEN: readonly DeletedContent[] = [null, "media", "all"];

const inserting = (into: string, columns: readonly string[]): string =>
  `${into} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`;
// With OR REPLACE, a table with indexes needs a savepoint, at which FTS5 writes all that it has gathered.
const PUT_ITEM = inserting("INSERT INTO item", [
  "n",
  "order_ms",
  "alike",
  "forgotten",
  ...ownColumns,
]);
const PUT_ALIKE = inserting("INSERT INTO alike", ["hash", ...alikeColumns]);

/** The key of hashes in this file. */
export const keyOf = (index: Database): string =>
  String(rowsOf(index, "SELECT hex(key) FROM hash_key")[0]?.[0]);
const hashOf = (key: string, text: string): string =>
  sha256("sha256", `${key}${text}`, "hex").slice(0, 32);

/** The row of `alike` with these values. */
function alikeOf(index: Database, key: string, row: Columns): number {
  const values = alikeColumns.map((name) => row[name]);
  const hash = hashOf(key, JSON.stringify(values));
  const known = numberOf(index, "SELECT id FROM alike WHERE hash = ?", hash);
  if (known !== 0) return known;
  return inserted(index, PUT_ALIKE, hash, ...values);
}

/** The next request of a conversation is compared with so many before it: requests of several agents may alternate. */
const COMPARED = 8;

/** Units by the hash of their text. */
type Units = ReadonlyMap<string, number>;
const NONE: Units = new Map();

/**
 * Units that the request has from `before`, and those of its conversation, stay as they are: only what is new is read
 * for words.
 * @param units their texts, by the hash of these
 */
function putUnits(
  index: Database,
  n: number,
  before: Units,
  thread: string,
  units: ReadonlyMap<string, readonly string[]>,
): void {
  const fresh = [...units].filter(([hash]) => !before.has(hash));
  const left = [...before].filter(([hash]) => !units.has(hash));
  if (fresh.length === 0 && left.length === 0) return;
  const turns = thread === "" ? NONE : unitsOf(index, TURNS, thread, n, COMPARED);
  const came = fresh.flatMap(([hash, texts]) => {
    const unit = turns.get(hash);
    return unit === undefined
      ? insertUnit(index, hash, texts)
      : [{ unit, words: wordsIn(index, unit) }];
  });
  if (came.length === 0 && left.length === 0) return;
  for (const { unit } of came) run(index, "INSERT INTO holds VALUES (?, ?)", unit, n);
  const kept = [...before].flatMap(([hash, unit]) => (units.has(hash) ? [unit] : []));
  const stays = new Set(kept.flatMap((unit) => wordsIn(index, unit)));
  const comes = new Set(came.flatMap(({ words }) => words));
  const gone = left.flatMap(([, unit]) => leaveUnit(index, unit, n));
  const words = new Set(gone.filter((word) => !stays.has(word) && !comes.has(word)));
  if (words.size > 0) {
    const sql = "INSERT INTO begun (begun, rowid, terms) VALUES ('delete', ?, ?)";
    run(index, sql, n, joined(words));
  }
  // Also without a new word: FTS5 counts rows, and deletes no more than there are.
  if (stays.size + comes.size > 0) {
    const added = new Set([...comes].filter((word) => !stays.has(word)));
    run(index, "INSERT INTO begun (rowid, terms) VALUES (?, ?)", n, joined(added));
  }
}

/** The newest requests of a conversation but one. (The condition on '' is that of the index.) */
export const TURNS =
  "SELECT n FROM item WHERE thread = ? AND thread <> '' AND n <> ? ORDER BY n DESC LIMIT ?";

/** The units of these requests. */
const unitsOf = (index: Database, requests: string, ...params: (string | number)[]): Units =>
  new Map(
    rowsOf(
      index,
      `SELECT lower(hex(hash)), id FROM unit WHERE id IN (SELECT unit FROM holds WHERE n IN (${requests}))`,
      ...params,
    ).map(([hash, id]) => [String(hash), Number(id)]),
  );

/** Nothing is inserted for texts without a word. */
function insertUnit(
  index: Database,
  hash: string,
  texts: readonly string[],
): { unit: number; words: readonly string[] }[] {
  const terms = indexText(texts);
  if (terms.trim() === "") return [];
  const words = [...new Set(terms.trim().split(/ +/))].toSorted();
  const packed = deflateRawSync(words.join(" "), SMALL);
  const unit = inserted(index, "INSERT INTO unit VALUES (?, unhex(?), ?)", null, hash, packed);
  run(index, "INSERT INTO words (rowid, terms) VALUES (?, ?)", unit, terms);
  return [{ unit, words }];
}

/** The different words of a unit. */
function wordsIn(index: Database, unit: number): string[] {
  const packed = rowsOf(index, "SELECT words FROM unit WHERE id = ?", unit)[0]?.[0] as Uint8Array;
  return inflateRawSync(packed).toString("utf8").split(" ");
}

/** Takes the unit from the request, and deletes it where no other has it; returns its words. */
function leaveUnit(index: Database, unit: number, n: number): string[] {
  const words = wordsIn(index, unit);
  run(index, "DELETE FROM holds WHERE unit = ? AND n = ?", unit, n);
  if (numberOf(index, "SELECT count(*) FROM holds WHERE unit = ?", unit) === 0) {
    // An FTS5 index only deletes the words that it is given, each with all its places.
    const sql = "INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)";
    run(index, sql, unit, words.join(" "));
    run(index, "DELETE FROM unit WHERE id = ?", unit);
  }
  return words;
}

/** In an order that depends on nothing else. */
const joined = (words: ReadonlySet<string>): string => [...words].toSorted().join(" ");
