// Reads what is recorded already: requests without an ending, and the rows of one request, put together again.
import { isJsonObject } from "../../src-shared/json.ts";
import type { Json } from "../../src-shared/json.ts";
import type { ReadRow } from "../../src-shared/ledger/row.ts";
import { join } from "../../src-shared/ledger/split.ts";
import { rowsOf } from "./sql.ts";
import type { Database } from "./sql.ts";

/** Ids of the requests without an ending, in the order in which they came. */
export const openSamples = (database: Database): string[] =>
  rowsOf(
    database,
    `SELECT sample FROM open_sample
     ORDER BY (SELECT min(seq) FROM event WHERE event.sample = open_sample.sample)`,
  ).map(([sample]) => String(sample));

/** The rows of a request with their content, where it is kept; without it where it was forgotten. */
export const rowsOfSample = (database: Database, sample: string): ReadRow[] =>
  rowsOf(
    database,
    `SELECT at_ms, kind, facts, body FROM event LEFT JOIN content ON commitment = content
     WHERE sample = ? ORDER BY seq`,
    sample,
  ).map(([at, kind, facts, body]) => {
    const columns = { kind: String(kind), atMs: Number(at) };
    const said = JSON.parse(String(facts)) as Json;
    const content = typeof body === "string" ? (JSON.parse(body) as Json) : null;
    return { sample, ...columns, body: join(columns, isJsonObject(said) ? said : {}, content) };
  });
