// A whole request from its rows in the ledger, with the other requests of its conversation from the index.
import { threadOf } from "#shared/filter/facts.ts";
import { foldValue } from "#shared/filter/text.ts";
import { BREAK } from "#shared/filter/columns.ts";
import type { HistoryItem, HistoryRow } from "#shared/ledger/history.ts";
import { MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { base64Facts } from "../ledger/base64.ts";
import type { Database } from "../../store/sql.ts";
import { readItem } from "./items.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { rowsShown } from "./shownRows.ts";

/** The bytes of a medium and their detected type; null if the window cannot show it. */
export interface HistoryMedium {
  bytes: Uint8Array<ArrayBuffer>;
  type: string | null;
}

/** The most requests of one conversation that are listed. */
const CONVERSATION_MOST = 500;

/** Null if there is no such request. */
export function itemOf(index: Database, ledger: LedgerFile, requestId: string): HistoryItem | null {
  const read = readItem(ledger, requestId);
  if (read === null) return null;
  const { request, rows, forgotten } = read;
  return {
    request,
    events: rows.map(({ seq, row, facts, hash }) => ({
      seq,
      atMs: row.atMs,
      kind: row.kind,
      facts,
      hash,
    })),
    forgotten,
    thread: conversationOf(index, request),
  };
}

function conversationOf(index: Database, request: HeldRequest): HistoryRow[] {
  const id = threadOf(request);
  if (id === null) return [];
  const thread = `${BREAK}${foldValue(id)}${BREAK}`;
  const from = `item JOIN shown ON shown.n = item.n WHERE thread = ? AND thread <> ''
                ORDER BY received_ms, item.n LIMIT ${CONVERSATION_MOST}`;
  return rowsShown(index, from, thread);
}

/** The base64 text of a medium as received; null if the request has none with this hash. */
export function mediumText(ledger: LedgerFile, requestId: string, sha256: string): string | null {
  const stored = ledger.medium(requestId, sha256);
  // See `storedForm` in the ledger: text that is not plain ASCII is stored as a JSON string.
  return stored?.startsWith('"') === true ? String(JSON.parse(stored)) : stored;
}

/** The bytes of a medium; null if the request has none with this reference. */
export function mediumOf(ledger: LedgerFile, requestId: string, ref: string): HistoryMedium | null {
  if (!ref.startsWith(MEDIA_PREFIX)) return null;
  const base64 = mediumText(ledger, requestId, ref.slice(MEDIA_PREFIX.length));
  if (base64 === null) return null;
  const bytes = Uint8Array.from(Buffer.from(base64, "base64"));
  return { bytes, type: base64Facts(base64).sniffed ?? null };
}
