// What content the ledger still holds, and for which request: read from the file itself, so that it matches what
// would be deleted. Reads sizes only, no content.
import { isJsonObject } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import { ENDINGS } from "#shared/ledger/row.ts";
import { rowsOf } from "../index/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";
import { NAMED_PARTS, OF_REQUEST } from "../ledger/schema.ts";
import { asNumber } from "../verify/rowReads.ts";

/** A request, or a question to the user, that still has content. */
export interface Holder {
  sample: string;
  /** The server's id; empty if there is none. */
  serverId: string;
  question: boolean;
  /** Null if it has not ended. */
  endedMs: number | null;
  /** Ids of contents, and of the parts that their lists name, below zero. */
  contents: readonly number[];
}

export interface HeldContents {
  holders: readonly Holder[];
  /** Bytes of each content that was not deleted, and of each part. */
  bytes: ReadonlyMap<number, number>;
  /** Which contents of a holder are images and audio. */
  mediaOf(holder: Holder): readonly number[];
}

const FORGOTTEN = "forgotten";
const AT_MS = asNumber("e.at_ms");
const endings = [...ENDINGS].map((kind) => `'${kind}'`).join(", ");

/** A content in parts takes the bytes of its list, and its parts theirs. */
const SIZES = `
  SELECT id, coalesce(length(list), ${asNumber("length")}) FROM content_row WHERE forgotten_ms IS NULL
  UNION ALL SELECT -id, length(CAST(body AS BLOB)) FROM part`;

/** One row per holder with its contents; the holder's first event names the server. */
const holders = (of = "", where = ""): string => `
  SELECT ${asBytes("first.sample")}, ${asBytes(`group_concat(${asNumber("h.content")})`)},
    ${asBytes("first.kind")}, ${asBytes("first.facts")},
    (SELECT max(${AT_MS}) FROM event_row e WHERE e.request = h.request AND e.kind IN (${endings})),
    (SELECT max(${AT_MS}) FROM event_row e WHERE e.request = h.request AND e.kind <> '${FORGOTTEN}'),
    EXISTS (SELECT 1 FROM open_sample o WHERE o.sample = first.sample), h.request
  FROM held h CROSS JOIN event_row first ON first.seq = h.request ${of} ${where} GROUP BY h.request`;
const HOLDERS = holders();
/** Those that came before a time, by what was not deleted yet. */
const HOLDERS_BEFORE = holders(
  "CROSS JOIN content_row c ON c.id = h.content AND c.forgotten_ms IS NULL",
  `WHERE coalesce(${asNumber("first.at_ms")}, 0) < ?`,
);

/** Reads everything; for a consistent state, call it in a transaction. Yields the number of holders read. */
export function* readHoldings(
  database: Database,
): Generator<{ done: number; total: number }, HeldContents> {
  const bytes = new Map<number, number>();
  for (const row of database.prepare(SIZES).raw().iterate())
    if (Array.isArray(row)) bytes.set(Number(row[0]), Number(row[1]));
  const parts = new Map<number, number[]>();
  for (const row of database.prepare(NAMED_PARTS).raw().iterate()) {
    if (!Array.isArray(row)) continue;
    const [content, part] = row.map(Number);
    const named = parts.get(content ?? 0) ?? [];
    parts.set(content ?? 0, named);
    named.push(-(part ?? 0));
  }
  const stored = (content: number): number[] =>
    bytes.has(content) ? [content, ...(parts.get(content) ?? [])] : [];
  const found = yield* readHolders(database.prepare(HOLDERS).raw().iterate(), stored);
  return { holders: found, bytes, mediaOf: (holder) => mediaOf(database, holder) };
}

/**
 * Reads those that can have ended before that time, without sizes and parts, which takes a fraction of the time and
 * memory. Yields like `readHoldings`.
 */
export function* readHoldersBefore(
  database: Database,
  beforeMs: number,
): Generator<{ done: number; total: number }, Holder[]> {
  const rows = database.prepare(HOLDERS_BEFORE).raw().iterate(beforeMs);
  return yield* readHolders(rows, (content) => [content]);
}

function* readHolders(
  rows: Iterable<unknown>,
  stored: (content: number) => number[],
): Generator<{ done: number; total: number }, Holder[]> {
  const found: Holder[] = [];
  for (const row of rows) {
    const holder = Array.isArray(row) ? holderOf(row, stored) : null;
    if (holder !== null) found.push(holder);
    if (found.length % 500 === 0) yield { done: found.length, total: 0 };
  }
  return found;
}

/** Null if nothing is held any more, or if the row is damaged. */
function holderOf(row: readonly unknown[], stored: (content: number) => number[]): Holder | null {
  const [requestBytes, list, kindBytes, factsBytes, ending, last, open] = row;
  const contents = (readable(list) ?? "").split(",").map(Number).flatMap(stored);
  const request = readable(requestBytes);
  const kind = readable(kindBytes);
  if (contents.length === 0 || request === null || kind === null) return null;
  // Rows of versions that recorded elicitations differently; none of those is pending any more.
  const question = kind.startsWith("elicitation-");
  return {
    sample: request,
    serverId: serverOf(readable(factsBytes), question),
    question,
    endedMs: Number(open) === 1 ? null : Number(ending ?? last),
    contents: [...new Set(contents)],
  };
}

function serverOf(facts: string | null, question: boolean): string {
  try {
    const parsed = JSON.parse(facts ?? "{}") as Json;
    if (!isJsonObject(parsed)) return "";
    const of = question ? parsed : (parsed["asker"] ?? null);
    const id = isJsonObject(of) ? of["serverId"] : null;
    return typeof id === "string" ? id : "";
  } catch {
    return "";
  }
}

function mediaOf(database: Database, { sample: request, contents }: Holder): number[] {
  const held = new Set(contents);
  const named = `SELECT one.value FROM event_row, json_each(media) one WHERE ${OF_REQUEST} AND json_valid(media)`;
  const ids = rowsOf(database, named, request).map(([id]) => Number(id));
  return [...new Set(ids)].filter((id) => held.has(id));
}

function readable(bytes: unknown): string | null {
  try {
    return textOf(bytes);
  } catch {
    return null;
  }
}
