// The sums of what generations took and cost, kept in the ledger's file and written with its rows.
import type Libsql from "libsql";
import { dayOf } from "../../../src-shared/models/cost/spending.ts";
import type { SpentDay } from "../../../src-shared/models/cost/spending.ts";
import type { SpentAmounts, SpentEnd } from "../../../src-shared/models/cost/spentCheck.ts";
import type { Spent } from "../../desk/ports.ts";
import { prepared } from "../sql.ts";
import type { Database } from "../sql.ts";
import { asBytes, textOf } from "../texts.ts";

const ADD_SQL = `INSERT INTO spent VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
 ON CONFLICT DO UPDATE SET
   generations = generations + excluded.generations,
   failed = failed + excluded.failed,
   input_tokens = input_tokens + excluded.input_tokens,
   output_tokens = output_tokens + excluded.output_tokens,
   uncounted = uncounted + excluded.uncounted,
   usd = usd + excluded.usd,
   unpriced = unpriced + excluded.unpriced,
   took_ms = took_ms + excluded.took_ms`;

/** Adds one generation to its day. Called within the transaction of its row. */
export function addSpent(database: Database, atMs: number, spent: Spent): void {
  const { serverId, serverName, model } = spent;
  addEnd(database, { atMs, serverId, serverName, ...model, ...amountsOf(spent) });
}

/** The same, as its row has it. */
export function addEnd(database: Database, { atMs, ...end }: SpentEnd): void {
  addDay(database, { ...end, day: dayOf(atMs) });
}

/** What its row says of it too. */
export interface Took extends Pick<Spent, "outcome" | "usage" | "tookMs"> {
  cost?: { usd: number; missing?: unknown };
}

/** What is added up of one generation. */
export function amountsOf({ usage, cost, outcome, tookMs }: Took): SpentAmounts {
  // A failed request may have cost something as well; nobody has counted it.
  const counted = usage?.inputTokens !== undefined && usage.outputTokens !== undefined;
  const priced = cost !== undefined && cost.missing === undefined;
  return {
    generations: 1,
    failed: outcome === "failed" ? 1 : 0,
    inputTokens: Math.round(usage?.inputTokens ?? 0),
    outputTokens: Math.round(usage?.outputTokens ?? 0),
    uncounted: counted ? 0 : 1,
    usd: cost?.usd ?? 0,
    unpriced: priced ? 0 : 1,
    tookMs,
  };
}

/** Adds to a day whatever was added up already. */
export function addDay(database: Database, sums: SpentDay): void {
  prepared(database, ADD_SQL).run(
    ...[sums.day, sums.serverId, sums.serverName, sums.providerId, sums.modelId],
    ...[sums.generations, sums.failed, sums.inputTokens, sums.outputTokens, sums.uncounted],
    ...[sums.usd, sums.unpriced, sums.tookMs],
  );
}

/** The sums from `day` (`YYYY-MM-DD`) on, or all of them; newest day first. */
export function readSpent(database: Database, day: string | null): SpentDay[] {
  const statement: Libsql.Statement = database.prepare(
    `SELECT ${["day", "server", "server_name", "provider", "model"].map(asBytes).join(", ")}, generations, failed,
            input_tokens, output_tokens, uncounted, usd, unpriced, took_ms
     FROM spent WHERE day >= ? ORDER BY day DESC, server_name, model`,
  );
  return statement
    .raw()
    .all(day ?? "")
    .map((row: unknown) => dayFrom(Array.isArray(row) ? row : []));
}

function dayFrom(row: readonly unknown[]): SpentDay {
  const text = (index: number): string => textOf(row[index]) ?? "";
  const number = (index: number): number => Number(row[index] ?? 0);
  return {
    day: text(0),
    serverId: text(1),
    serverName: text(2),
    providerId: text(3),
    modelId: text(4),
    generations: number(5),
    failed: number(6),
    inputTokens: number(7),
    outputTokens: number(8),
    uncounted: number(9),
    usd: number(10),
    unpriced: number(11),
    tookMs: number(12),
  };
}
