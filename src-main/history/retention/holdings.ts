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
const HOLDERS = `
  SELECT ${asBytes("first.sample")}, ${asBytes(`group_concat(${asNumber("h.content")})`)},
    ${asBytes("first.kind")}, ${asBytes("first.facts")},
    (SELECT max(${AT_MS}) FROM event_row e WHERE e.request = h.request AND e.kind IN (${endings})),
    (SELECT max(${AT_MS}) FROM event_row e WHERE e.request = h.request AND e.kind <> '${FORGOTTEN}'),
    EXISTS (SELECT 1 FROM open_sample o WHERE o.sample = first.sample), h.request
  FROM held h JOIN event_row first ON first.seq = h.request GROUP BY h.request`;

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
  const holders: Holder[] = [];
  for (const row of database.prepare(HOLDERS).raw().iterate()) {
    const holder = Array.isArray(row) ? holderOf(row, bytes, parts) : null;
    if (holder !== null) holders.push(holder);
    if (holders.length % 500 === 0) yield { done: holders.length, total: 0 };
  }
  return { holders, bytes, mediaOf: (holder) => mediaOf(database, holder) };
}

/** Null if nothing is held any more, or if the row is damaged. */
function holderOf(
  row: readonly unknown[],
  bytes: ReadonlyMap<number, number>,
  parts: ReadonlyMap<number, readonly number[]>,
): Holder | null {
  const [requestBytes, list, kindBytes, factsBytes, ending, last, open] = row;
  const contents = (readable(list) ?? "")
    .split(",")
    .map(Number)
    .filter((id) => bytes.has(id));
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
    contents: [...new Set(contents.flatMap((id) => [id, ...(parts.get(id) ?? [])]))],
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
