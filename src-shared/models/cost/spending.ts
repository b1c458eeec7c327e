// What generations took and cost, added up for each day, server and model; and the same as CSV.

/** One day of one model for one server. What providers did not say is counted, never taken for nothing. */
export interface SpentDay {
  /** `YYYY-MM-DD` by the clock of this machine. */
  day: string;
  serverId: string;
  /** The server's name as it was then. */
  serverName: string;
  providerId: string;
  modelId: string;
  /** All that ended, failed and stopped ones included. */
  generations: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  /** Of the generations: those of which a count of tokens is missing. */
  uncounted: number;
  usd: number;
  /** Of the generations: those whose price is not known, or only in part. */
  unpriced: number;
  /** Time of all generations together. */
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

/** Sums by what `key` gives, in the order in which the keys come first. */
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

/** `count` days that end with `last`, oldest first. */
export function daysUntil(last: string, count: number): string[] {
  const end = Date.parse(`${last}T12:00:00Z`);
  return Array.from({ length: count }, (_none, index) =>
    new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** The day of a moment by the clock of this machine. */
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
 * The rows as CSV (RFC 4180: CRLF, quotes doubled). A text that a spreadsheet would take for a formula gets an
 * apostrophe in front (OWASP, "CSV Injection"): names are foreign.
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
  // Some spreadsheets part at semicolons and tabs as well: what would begin a formula there gets one too.
  const guarded = value.replace(/(^|[;\t\r\n])(?=[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
