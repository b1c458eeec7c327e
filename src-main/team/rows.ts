// Events as rows of the team's database, and back: split and joined as in the ledger of a desk.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { onceIn } from "#shared/jsonText.ts";
import { dividedBody } from "#shared/ledger/dividedBody.ts";
import { storedForm } from "#shared/ledger/storedForm.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { join, split } from "#shared/ledger/split.ts";
import { MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { LedgerEntry } from "../core/ports.ts";

/** A row to append: the event of `entry` is split into facts and content as in the own ledger. */
export interface TeamEntry extends Pick<LedgerEntry, "kind" | "body" | "media"> {
  /** What the generation is expected to use, with `request-approved`: held against the budgets. */
  reserve?: TeamSpend & { attemptId: string };
  /** From the holder: what it used in the end, with the row that ends the attempt. */
  used?: TeamSpend & { attemptId: string };
}

/** `usd` is null where the price is unknown, at the desk of who approves or in the end. */
export interface TeamSpend {
  tokens: number;
  usd: number | null;
}

/** The base64 text of a medium by its reference, or null where this desk does not hold it. */
export type MediumText = (ref: string) => string | null;

/**
 * The rows as the functions take them. The time of a row is the database's, so an event's own is left out.
 * @param isDivided long bodies are sent in the parts that they are kept in; a proposal is one text
 */
export function rowsJson(
  entries: readonly TeamEntry[],
  mediumText: MediumText,
  isDivided: boolean,
): string {
  return JSON.stringify(
    entries.map(({ kind, body, media = [], reserve, used }) => {
      const { atMs: _, ...rest } = isJsonObject(body) ? body : {};
      const parts = split({ kind, atMs: 0 }, rest as JsonObject);
      return {
        kind,
        facts: JSON.stringify(parts.facts),
        ...bodyJson(parts.content, isDivided),
        media: media.map((ref) => {
          const text = mediumText(ref);
          const sha256 = ref.slice(MEDIA_PREFIX.length);
          return text === null ? { sha256 } : { sha256, body: storedForm(text) };
        }),
        ...(reserve === undefined ? {} : { reserve }),
        ...(used === undefined ? {} : { used }),
      };
    }),
  );
}

/** Shorter bodies are stored whole. In UTF-16 units. */
const DIVIDED = 4096;

function bodyJson(
  content: Json,
  isDivided: boolean,
): { body: string | null } | { parts: string[] } {
  if (content === null) return { body: null };
  const body = JSON.stringify(content);
  const parts = isDivided && body.length >= DIVIDED ? dividedBody(body) : null;
  return parts === null ? { body } : { parts: parts.map(({ text }) => text) };
}

/** Columns: request, at_ms, kind, facts, body. Of a row that cannot be read, only its kind is known. */
export function readRow([request, atMs, kind, facts, body]: readonly unknown[]): ReadRow {
  const columns = { kind: String(kind), atMs: Number(atMs) };
  const known = onceIn(String(facts));
  const content = typeof body === "string" ? (onceIn(body) ?? null) : null;
  const whole = join(columns, isJsonObject(known) ? known : {}, content);
  return { sample: String(request), ...columns, body: whole };
}

/** The rows inside a row `proposed`, as they are appended once enough have voted. */
export function proposedRows(request: string, body: unknown): ReadRow[] {
  const content = typeof body === "string" ? onceIn(body) : null;
  const rows = isJsonObject(content) && Array.isArray(content["rows"]) ? content["rows"] : [];
  return rows
    .filter(isJsonObject)
    .map((row) => readRow([request, 0, row["kind"], row["facts"], row["body"]]));
}
