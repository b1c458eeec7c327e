// The sums of what generations took and cost, kept in the ledger's file and written with its rows.
import type Libsql from "libsql";
import { dayOf } from "../../src-shared/models/spending.ts";
import type { SpentDay } from "../../src-shared/models/spending.ts";
import type { Spent } from "../desk/ports.ts";
import { prepared } from "./sql.ts";
import type { Database } from "./sql.ts";
import { asBytes, textOf } from "./texts.ts";

const ADD_SQL = `INSERT INTO spent VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)
 ON CONFLICT DO UPDATE SET
   generations = generations + 1,
   failed = failed + excluded.failed,
   input_tokens = input_tokens + excluded.input_tokens,
   output_tokens = output_tokens + excluded.output_tokens,
   uncounted = uncounted + excluded.uncounted,
   usd = usd + excluded.usd,
   unpriced = unpriced + excluded.unpriced,
   took_ms = took_ms + excluded.took_ms`;

/** Adds one generation to its day. Called within the transaction of its row. */
export function addSpent(database: Database, atMs: number, spent: Spent): void {
  const { usage, cost, model } = spent;
  // A failed request may have cost something as well; nobody has counted it.
  const counted = usage?.inputTokens !== undefined && usage.outputTokens !== undefined;
  const priced = cost !== undefined && cost.missing === undefined;
  prepared(database, ADD_SQL).run(
    dayOf(atMs),
    spent.serverId,
    spent.serverName,
    model.providerId,
    model.modelId,
    spent.outcome === "failed" ? 1 : 0,
    Math.round(usage?.inputTokens ?? 0),
    Math.round(usage?.outputTokens ?? 0),
    counted ? 0 : 1,
    cost?.usd ?? 0,
    priced ? 0 : 1,
    spent.tookMs,
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
