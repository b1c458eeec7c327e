// Appends rows to the hash chain. The head is read in the transaction that writes, so the chain never forks, even
// with several processes.
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import {
  chained,
  ENDINGS,
  FORMAT_VERSION,
  LEDGER,
  LEDGER_BEGUN,
  NO_HASH,
} from "#shared/ledger/row.ts";
import { split } from "#shared/ledger/split.ts";
import { MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { LedgerEntry } from "../../core/ports.ts";
import type { Sealed } from "../../core/ports.ts";
import { mediumOf, putJson, putMedium, recordHolder, sha256 } from "./content.ts";
import type { StoredContent } from "./content.ts";
import type { FoundParts } from "./parts.ts";
import { prepared, rowsFromKept } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { addSpent } from "./spent.ts";
import { asHash, hexFrom } from "../../store/texts.ts";

/** The last row of the chain. */
export interface Head {
  seq: number;
  hash: string;
}

const HEAD_SQL = `SELECT seq, ${asHash("hash")} FROM event_row ORDER BY seq DESC LIMIT 1`;

export function headOf(database: Database): Head {
  const [row] = rowsFromKept(database, HEAD_SQL);
  return row === undefined
    ? { seq: 0, hash: NO_HASH }
    : { seq: Number(row[0]), hash: hexFrom(row[1]) };
}

/** The number of the request's first row, by which the others name it; null if it has none. */
export function requestOf(database: Database, sample: string): number | null {
  const [row] = rowsFromKept(database, "SELECT seq FROM event_row WHERE sample = ?", sample);
  return row === undefined ? null : Number(row[0]);
}

/** The chain's end as this connection last read or wrote it; `isForeign`: since then another program has changed it. */
interface End {
  head: Head;
  isForeign: boolean;
}
const ends = new WeakMap<Database, End>();

/** From now on, a row at the end that this connection did not write is detected. */
export function watchEnd(database: Database, head: Head): End {
  const end = { head, isForeign: false };
  ends.set(database, end);
  return end;
}

/** The last row, to append after it. Call in a transaction. */
export function endOf(database: Database): Head {
  const head = headOf(database);
  const end = ends.get(database);
  if (end !== undefined && end.head.hash !== head.hash) end.isForeign = true;
  return head;
}

/** A medium in its stored form, with its salt and commitment if already computed. */
export interface StagedText {
  body: string;
  sealed?: Sealed;
}

/** Looks up a medium that is not in the file yet, by the hash in its reference. */
export type Staged = (hash: string) => StagedText | undefined;

/** Appends the entries in order and returns the new head. Call in a transaction. */
export function appendEntries(
  database: Database,
  entries: readonly LedgerEntry[],
  staged: Staged,
): Head {
  let head = endOf(database);
  // A request and its approval are written together, and have the same parts.
  const found: FoundParts = new Map();
  for (const entry of entries) {
    head = appendEntry(database, head, entry, { staged, found });
    if (entry.spent !== undefined) addSpent(database, entry.atMs, entry.spent);
  }
  return head;
}

function appendEntry(
  database: Database,
  head: Head,
  entry: LedgerEntry,
  { staged, found }: { staged: Staged; found: FoundParts },
): Head {
  const { sampleId, kind } = entry;
  const request = requestOf(database, sampleId) ?? head.seq + 1;
  const parts = split(entry, isJsonObject(entry.body) ? entry.body : {});
  const content = parts.content === null ? null : putJson(database, parts.content, found);
  if (content !== null) recordHolder(database, request, content);
  const media = (entry.media ?? []).flatMap((ref) => {
    const hash = ref.slice(MEDIA_PREFIX.length);
    const text = staged(hash);
    const kept =
      text === undefined
        ? mediumOf(database, hash)
        : putMedium(database, text.body, hash, text.sealed);
    return kept !== null && recordHolder(database, request, kept) ? [kept] : [];
  });
  if (kind === "received") prepared(database, "INSERT INTO open_sample VALUES (?)").run(sampleId);
  else if (ENDINGS.has(kind)) {
    prepared(database, "DELETE FROM open_sample WHERE sample = ?").run(sampleId);
  }
  return insert(database, head, request, {
    sample: sampleId,
    atMs: entry.atMs,
    kind,
    facts: parts.facts,
    content,
    media,
  });
}

/** Appends a row about the ledger itself, without content. Call in a transaction. */
export function appendFact(
  database: Database,
  kind: string,
  facts: JsonObject,
  atMs: number,
): Head {
  const row = { sample: LEDGER, atMs, kind, facts, content: null, media: [] };
  return insert(database, endOf(database), 1, row);
}

/** Writes the first row of a ledger. */
export function beginChain(
  database: Database,
  id: string,
  atMs: number,
  version = FORMAT_VERSION,
): void {
  appendFact(database, LEDGER_BEGUN, { ledger: id, version }, atMs);
}

interface Unnumbered {
  sample: string;
  atMs: number;
  kind: string;
  facts: JsonObject;
  content: StoredContent | null;
  media: readonly StoredContent[];
}

/** @param request the number of the request's first row, which may be this one */
function insert(database: Database, head: Head, request: number, row: Unnumbered): Head {
  const { sample, atMs, kind, content, media } = row;
  const seq = head.seq + 1;
  const facts = JSON.stringify(row.facts);
  const { hash } = chained(
    {
      seq,
      sample,
      atMs,
      kind,
      facts,
      content: content?.commitment ?? null,
      media: media.map(({ commitment }) => commitment).join(" "),
    },
    head.hash,
    sha256,
  );
  // libsql binds numbers as REAL, which a column of type ANY would keep.
  const values = "?, ?, ?, ?, ?, CAST(? AS INTEGER), ?, NULL, ?, ?";
  prepared(database, `INSERT INTO event_row VALUES (${values})`).run(
    seq,
    request,
    request === seq ? sample : null,
    atMs,
    kind,
    content?.id ?? null,
    media.length === 0 ? null : JSON.stringify(media.map(({ id }) => id)),
    Buffer.from(hash, "hex"),
    facts,
  );
  const last = { seq, hash };
  const end = ends.get(database);
  if (end !== undefined) end.head = last;
  return last;
}
