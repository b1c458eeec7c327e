// What is usual for a server, from its latest requests in the ledger.
import { foldValue } from "#shared/filter/text.ts";
import { BREAK } from "#shared/filter/columns.ts";
import type { Baseline } from "#shared/inspect/inspection.ts";
import { usualIn } from "#shared/inspect/usual/usualSeed.ts";
import type { Database } from "../sql.ts";
import { readItem } from "./items.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { rowsOf } from "./sql.ts";

/** How many requests are read: the newest that went to a model. */
const REQUESTS_MOST = 100;
/** The most bytes of requests that are read, since large ones take long. */
const BYTES_MOST = 20_000_000;

export function usualOf(
  { index, ledger }: { index: Database; ledger: LedgerFile },
  serverId: string,
): [key: string, usual: Baseline][] {
  const sql = `SELECT json_extract(s.row, '$.facts.id'), i.size_bytes FROM item i JOIN shown s ON s.n = i.n
               WHERE instr(i.server, ?) > 0 AND i.attempts > 0 AND i.forgotten < 2
               ORDER BY i.n DESC LIMIT ${REQUESTS_MOST}`;
  const rows = rowsOf(index, sql, `${BREAK}${foldValue(serverId)}${BREAK}`);
  let bytes = 0;
  const samples = rows.flatMap(([id, size]) => {
    bytes += Number(size);
    if (bytes > BYTES_MOST) return [];
    const sample = readItem(ledger, String(id))?.sample;
    return sample === undefined || sample.asker.serverId !== serverId ? [] : [sample];
  });
  return usualIn(samples.reverse());
}
