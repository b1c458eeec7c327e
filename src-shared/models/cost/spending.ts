// Tokens and cost of generations per day, server and model, and their CSV export.

/**
 * One row per day, server and model. Generations with missing counts or prices are counted in `uncounted` and
 * `unpriced`.
 */
export interface SpentDay {
  /** `YYYY-MM-DD` in local time. */
  day: string;
  serverId: string;
  /** The server's name on that day. */
  serverName: string;
  providerId: string;
  modelId: string;
  /** All generations that ended, including failed and stopped ones. */
  generations: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  /** How many generations lack a token count. */
  uncounted: number;
  usd: number;
  /** How many generations lack a price, or a part of it. */
  unpriced: number;
  /** Total duration of all generations. */
  tookMs: number;
}

export interface SpentSum {
  generations: number;
  inputTokens: number;
  outputTokens: number;
  uncounted: number;
  usd: number;
  unpriced: number;
}

const NOTHING: SpentSum = {
  generations: 0,
  inputTokens: 0,
  outputTokens: 0,
  uncounted: 0,
  usd: 0,
  unpriced: 0,
};

/** Sums rows grouped by `key`, in order of first appearance. */
export function sumBy<T>(rows: readonly SpentDay[], key: (row: SpentDay) => T): Map<T, SpentSum> {
  const sums = new Map<T, SpentSum>();
  for (const row of rows) {
    const name = key(row);
    sums.set(name, added(sums.get(name) ?? NOTHING, row));
  }
  return sums;
}

export const sumOf = (rows: readonly SpentDay[]): SpentSum => rows.reduce(added, NOTHING);

function added(sum: SpentSum, row: SpentDay): SpentSum {
  return {
    generations: sum.generations + row.generations,
    inputTokens: sum.inputTokens + row.inputTokens,
    outputTokens: sum.outputTokens + row.outputTokens,
    uncounted: sum.uncounted + row.uncounted,
    usd: sum.usd + row.usd,
    unpriced: sum.unpriced + row.unpriced,
  };
}

/** The first of the `count` days up to and including `last`, as `YYYY-MM-DD`. */
export function firstDay(last: string, count: number): string {
  const end = Date.parse(`${last}T12:00:00Z`);
  return new Date(end - (count - 1) * 86_400_000).toISOString().slice(0, 10);
}

/** The local date of a timestamp as `YYYY-MM-DD`. */
export function dayOf(atMs: number): string {
  const date = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const COLUMNS = [
  "day",
  "server",
  "provider",
  "model",
  "generations",
  "failed",
  "input_tokens",
  "output_tokens",
  "generations_not_counted",
  "usd",
  "generations_not_priced",
  "seconds",
] as const;

/**
 * The rows as CSV (RFC 4180). Text that a spreadsheet would read as a formula gets a leading apostrophe (OWASP, "CSV
 * Injection"), because names come from servers and providers.
 */
export function spentCsv(
  rows: readonly SpentDay[],
  providerName: (id: string) => string = (id) => id,
): string {
  const lines = rows.map((row) =>
    [
      row.day,
      text(row.serverName),
      text(providerName(row.providerId)),
      text(row.modelId),
      row.generations,
      row.failed,
      row.inputTokens,
      row.outputTokens,
      row.uncounted,
      row.usd,
      row.unpriced,
      row.tookMs / 1000,
    ].join(","),
  );
  return [COLUMNS.join(","), ...lines].map((line) => `${line}\r\n`).join("");
}

function text(value: string): string {
  // Some spreadsheets also split cells at semicolons and tabs.
  const guarded = value.replace(/(^|[;\t\r\n])(?=[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
