// Tokens and cost of generations. They are part of the ledger's rows; `spent` keeps sums by day, server and model, so
// that they need not be added up each time. Each start recomputes those that budgets use.
import { dayOf } from "#shared/models/cost/spending.ts";
import type { SpentDay } from "#shared/models/cost/spending.ts";
import type { Spent, SpentAt, SpentOnDay } from "../../core/ports.ts";
import { firstOf, inTransaction, prepared, rowsOf } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";

/** The events that end a generation. */
const ENDED = "kind IN ('attempt-done', 'attempt-stopped', 'attempt-failed')";
const INDEX_SQL = `CREATE INDEX IF NOT EXISTS event_ended ON event_row (at_ms) WHERE ${ENDED}`;

const ADD_SQL = `INSERT INTO spent VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)
 ON CONFLICT DO UPDATE SET
   generations = generations + excluded.generations,
   failed = failed + excluded.failed,
   input_tokens = input_tokens + excluded.input_tokens,
   output_tokens = output_tokens + excluded.output_tokens,
   uncounted = uncounted + excluded.uncounted,
   usd = usd + excluded.usd,
   unpriced = unpriced + excluded.unpriced,
   took_ms = took_ms + excluded.took_ms`;

/** Each ended generation, with the rows that name its server and its model. */
const ROWS_SQL = `SELECT ended.at_ms, ended.kind,
    coalesce(asked.facts ->> '$.asker.serverId', '') AS server,
    coalesce(asked.facts ->> '$.asker.name', '') AS server_name,
    coalesce(approved.facts ->> '$.model.providerId', '') AS provider,
    coalesce(approved.facts ->> '$.model.modelId', '') AS model,
    ended.facts ->> '$.usage.inputTokens' AS input,
    ended.facts ->> '$.usage.outputTokens' AS output,
    ended.facts ->> '$.cost.usd' AS usd,
    ended.facts -> '$.cost.missing' AS missing,
    ended.facts ->> '$.estimate.inputTokens' + ended.facts ->> '$.estimate.outputTokens' AS guessed,
    ended.facts ->> '$.estimate.usd' AS guessed_usd,
    ended.facts ->> '$.tookMs' AS took_ms
  FROM event_row AS ended
  LEFT JOIN event_row AS asked ON asked.seq = ended.request
  LEFT JOIN event_row AS approved ON approved.seq = (
    SELECT seq FROM event_row WHERE request = ended.request AND kind = 'request-approved'
      AND facts ->> '$.attemptId' = ended.facts ->> '$.attemptId' LIMIT 1)
  WHERE ended.${ENDED}`;

const ADD_ROWS_SQL = `INSERT INTO spent
  SELECT date(at_ms / 1000, 'unixepoch', 'localtime') AS day, server, server_name, provider, model,
    count(*), sum(kind = 'attempt-failed'),
    CAST(total(round(input)) AS INTEGER), CAST(total(round(output)) AS INTEGER),
    sum(input IS NULL OR output IS NULL),
    total(usd), sum(usd IS NULL OR missing IS NOT NULL), total(took_ms)
  FROM (${ROWS_SQL} AND ended.at_ms >= ?) GROUP BY day, server, server_name, provider, model`;

/** Budgets look back one month at most. */
const BUDGET_DAYS = 31;

/** Recomputes the sums of the last month from the rows, or all of them if their number of generations is wrong. */
export function settleSpent(database: Database, nowMs: number): void {
  const from = new Date(nowMs);
  from.setHours(0, 0, 0, 0);
  from.setDate(from.getDate() - BUDGET_DAYS);
  database.exec(INDEX_SQL);
  inTransaction(database, () => {
    addUp(database, from.getTime());
    const summed = firstOf(database, "SELECT total(generations) FROM spent");
    if (summed !== firstOf(database, `SELECT count(*) FROM event_row WHERE ${ENDED}`)) {
      addUp(database, 0);
    }
  });
}

function addUp(database: Database, fromMs: number): void {
  database.prepare("DELETE FROM spent WHERE day >= ?").run(dayOf(fromMs));
  database.prepare(ADD_ROWS_SQL).run(fromMs);
}

/** Adds one generation to its day. Call in the transaction of its row. */
export function addSpent(database: Database, atMs: number, spent: Spent): void {
  const { serverId, serverName, model, usage, cost, outcome, tookMs } = spent;
  // A failed request may have cost something as well, but the tokens are unknown.
  const counted = usage?.inputTokens !== undefined && usage.outputTokens !== undefined;
  const priced = cost !== undefined && cost.missing === undefined;
  prepared(database, ADD_SQL).run(
    dayOf(atMs),
    serverId,
    serverName,
    model.providerId,
    model.modelId,
    outcome === "failed" ? 1 : 0,
    Math.round(usage?.inputTokens ?? 0),
    Math.round(usage?.outputTokens ?? 0),
    counted ? 0 : 1,
    cost?.usd ?? 0,
    priced ? 0 : 1,
    tookMs,
  );
}

/** The sums since `day` (`YYYY-MM-DD`), or all of them; newest day first. */
export function readSpent(database: Database, day: string | null): SpentDay[] {
  const texts = ["day", "server", "server_name", "provider", "model"].map(asBytes).join(", ");
  return rowsOf(
    database,
    `SELECT ${texts}, generations, failed, input_tokens, output_tokens, uncounted, usd, unpriced, took_ms
     FROM spent WHERE day >= ? ORDER BY day DESC, server_name, model`,
    day ?? "",
  ).map(dayFrom);
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

/** Generations that ended since `sinceMs`, oldest first; those that failed before any output use no budget. */
export function readRecent(database: Database, sinceMs: number): SpentAt[] {
  return rowsOf(
    database,
    `SELECT ${asBytes("server")}, at_ms, coalesce(guessed, coalesce(input, 0) + coalesce(output, 0)),
       coalesce(guessed_usd, usd), missing IS NOT NULL AND guessed_usd IS NULL
     FROM (${ROWS_SQL} AND ended.at_ms >= ?)
     WHERE kind <> 'attempt-failed' OR guessed IS NOT NULL ORDER BY at_ms`,
    sinceMs,
  ).map(([server, atMs, tokens, usd, missing]) => ({
    serverId: textOf(server) ?? "",
    atMs: Number(atMs),
    tokens: Number(tokens),
    usd: Number(usd ?? 0),
    unpriced: usd === null || missing === 1 ? 1 : 0,
  }));
}

/**
 * What budgets count since `day` beyond the sums: the estimates of what the provider did not report. `unpriced` is
 * negative where an estimate has a price and the reported counts had none.
 */
export function readEstimated(database: Database, day: string): SpentOnDay[] {
  return rowsOf(
    database,
    `SELECT date(at_ms / 1000, 'unixepoch', 'localtime') AS day, ${asBytes("server")},
       total(guessed - coalesce(input, 0) - coalesce(output, 0)),
       total(guessed_usd - coalesce(usd, 0)),
       total(CASE WHEN kind = 'attempt-failed' THEN guessed_usd IS NULL
         ELSE -(guessed_usd IS NOT NULL AND (usd IS NULL OR missing IS NOT NULL)) END)
     FROM (${ROWS_SQL} AND ended.at_ms >= ? AND instr(ended.facts, '"estimate":') > 0)
     GROUP BY day, server`,
    Date.parse(`${day}T00:00:00`),
  ).map(([of, server, tokens, usd, unpriced]) => ({
    day: String(of),
    serverId: textOf(server) ?? "",
    tokens: Number(tokens),
    usd: Number(usd),
    unpriced: Number(unpriced),
  }));
}
