// Converts the rows of version 2, which contained whole events, to rows of the chain.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { isMediaRef, MEDIA_PREFIX, mediaRefs } from "#shared/request/document/media.ts";
import type { LedgerEntry } from "../../core/ports.ts";
import { base64Facts } from "./base64.ts";
import { appendEntries } from "./chain.ts";
import { contentOf } from "./content.ts";
import { firstOf, rowsOf } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";

/** Rows in memory at a time. */
const PAGE = 200;

/** Converts every row of `event_2` with its media; returns how many there were. */
export function convertOldRows(database: Database): number {
  const staged = (hash: string): string | undefined => {
    const sql = `SELECT ${asBytes("base64")} FROM medium WHERE sha256 = ?`;
    return textOf(firstOf(database, sql, hash)) ?? undefined;
  };
  let rows = 0;
  for (let last = 0; ;) {
    const page = rowsOf(
      database,
      `SELECT seq, at_ms, ${["sample", "kind", "body"].map(asBytes).join(", ")}
       FROM event_2 WHERE seq > ? ORDER BY seq LIMIT ?`,
      last,
      PAGE,
    );
    for (const row of page) {
      appendEntries(database, entriesOf(database, row, staged), (hash) => {
        const body = staged(hash);
        return body === undefined ? undefined : { body };
      });
      last = Number(row[0]);
    }
    rows += page.length;
    if (page.length < PAGE) return rows;
  }
}

/** The row, preceded by media that it is the first of its request to reference without including them. */
function entriesOf(
  database: Database,
  [, atMs, ...texts]: unknown[],
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
  const kept = contentOf(database, hash);
  const select = "SELECT 1 FROM held WHERE sample = ? AND content = ?";
  return kept !== null && firstOf(database, select, request, kept.id) === 1;
}
