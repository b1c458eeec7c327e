// Reads requests from the ledger: those that have not ended, and all rows of a request.
import { isUtf8 } from "node:buffer";
import { isJsonObject, jsonIn } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import { ENDINGS } from "#shared/ledger/row.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { join } from "#shared/ledger/split.ts";
import { bodyOf, OF_REQUEST } from "./schema.ts";
import { inTransaction, rowsOf } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";

/**
 * Ids of the requests that have not ended, in the order received. If one of them is damaged, the table is rebuilt
 * from the rows.
 */
export function openRequests(database: Database): string[] {
  const read = (): unknown[] => rowsOf(database, OPEN_SQL).map(([request]) => request);
  if (!read().every(isText)) inTransaction(database, () => remake(database));
  return read().map((request) => String(textOf(request)));
}

const OPEN_SQL = `SELECT ${asBytes("sample")} FROM open_sample
  ORDER BY (SELECT seq FROM event_row WHERE event_row.sample = open_sample.sample)`;

const isText = (bytes: unknown): boolean => Buffer.isBuffer(bytes) && isUtf8(bytes);

/** A row with a damaged id belongs to no request that could be shown; verification finds it. */
function remake(database: Database): void {
  const endings = [...ENDINGS].map((kind) => `'${kind}'`).join(", ");
  const open = rowsOf(
    database,
    `SELECT ${asBytes("sample")} FROM event WHERE kind = 'received' EXCEPT
     SELECT ${asBytes("sample")} FROM event WHERE kind IN (${endings})`,
  ).flatMap(([request]) => (isText(request) ? [String(textOf(request))] : []));
  database.exec("DELETE FROM open_sample");
  const insert = database.prepare("INSERT INTO open_sample VALUES (?)");
  for (const request of open) insert.run(request);
}

/** The rows of a request, with their content unless it was deleted. */
export const rowsOfRequest = (database: Database, request: string): ReadRow[] =>
  rowsOf(
    database,
    `SELECT at_ms, ${["kind", "facts", bodyOf("c")].map(asBytes).join(", ")}
     FROM event_row LEFT JOIN content_row c ON c.id = event_row.content WHERE ${OF_REQUEST} ORDER BY seq`,
    request,
  ).map(([at, kind, facts, body]) => {
    const columns = { kind: String(textOf(kind)), atMs: Number(at) };
    const said = jsonOf(String(textOf(facts)));
    const text = textOf(body);
    const content = text === null ? null : jsonOf(text);
    return {
      sample: request,
      ...columns,
      body: join(columns, isJsonObject(said) ? said : {}, content),
    };
  });

/** @throws if the text is not JSON, without quoting it: the file is damaged */
function jsonOf(text: string): Json {
  const value = jsonIn(text);
  if (value === undefined) throw new Error("the file is malformed: a text in it is not JSON");
  return value;
}
