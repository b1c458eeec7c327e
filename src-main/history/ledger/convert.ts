// Converts the rows of version 2, which contained whole events, to rows of the chain.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { isMediaRef, MEDIA_PREFIX, mediaRefs } from "#shared/request/document/media.ts";
import type { LedgerEntry } from "../../core/ports.ts";
import { base64Facts } from "./base64.ts";
import { appendEntries } from "./chain.ts";
import { mediumOf } from "./content.ts";
import { firstOf } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";
import { OF_REQUEST } from "./schema.ts";

/** Appends every row of an old file to a new one, with its media. Yields after each. */
export function* convertOldRows(from: Database, to: Database): Generator<void> {
  const staged = (hash: string): string | undefined => {
    const sql = `SELECT ${asBytes("base64")} FROM medium WHERE sha256 = ?`;
    return textOf(firstOf(from, sql, hash)) ?? undefined;
  };
  const sql = `SELECT at_ms, ${["sample", "kind", "body"].map(asBytes).join(", ")} FROM event ORDER BY seq`;
  for (const row of from.prepare(sql).raw().iterate()) {
    appendEntries(to, entriesOf(to, Array.isArray(row) ? row : [], staged), (hash) => {
      const body = staged(hash);
      return body === undefined ? undefined : { body };
    });
    yield;
  }
}

/** The row, preceded by media that it is the first of its request to reference without including them. */
function entriesOf(
  database: Database,
  [atMs, ...texts]: unknown[],
  staged: (hash: string) => string | undefined,
): LedgerEntry[] {
  const [request, kind, body] = texts.map(textOf);
  const whole = JSON.parse(String(body)) as Json;
  const row = { sampleId: String(request), atMs: Number(atMs), kind: String(kind) };
  if (!isJsonObject(whole)) return [{ ...row, body: {} }];
  if (kind === "received") return [{ ...row, body: whole, media: broughtBy(whole) }];
  const made = namedBy(whole).flatMap((ref): LedgerEntry[] => {
    const hash = ref.slice(MEDIA_PREFIX.length);
    const text = staged(hash);
    if (text === undefined || holds(database, row.sampleId, hash)) return [];
    const medium = { ref, ...base64Facts(text) } as unknown as Json;
    const said = { by: { kind: "desk" }, medium };
    return [{ ...row, kind: "media-kept", body: said, media: [ref] }];
  });
  return [...made, { ...row, body: whole }];
}

const broughtBy = ({ media }: JsonObject): string[] =>
  (Array.isArray(media) ? media : []).flatMap((one) =>
    isJsonObject(one) && isMediaRef(one["ref"]) ? [one["ref"]] : [],
  );

const namedBy = ({ document = null, generated = null }: JsonObject): string[] => [
  ...new Set([...mediaRefs(document), ...mediaRefs(generated)]),
];

function holds(database: Database, request: string, hash: string): boolean {
  const kept = mediumOf(database, hash);
  const select = `SELECT 1 FROM held WHERE ${OF_REQUEST} AND content = ?`;
  return kept !== null && firstOf(database, select, request, kept.id) === 1;
}
