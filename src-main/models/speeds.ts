// How fast models generated here, from the daily sums that the ledger keeps.
import type { ModelsView } from "#shared/models/model.ts";
import type { MeasuredSpeed } from "#shared/models/ranking/score.ts";
import { dayOf } from "#shared/models/cost/spending.ts";
import type { SpentDay } from "#shared/models/cost/spending.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";

/** Models and machines change, so older days are ignored. */
const DAYS = 30;
const DAY_MS = 86_400_000;
/** The sums are read again after this time at the earliest. */
const FRESH_MS = 10_000;

type Speeds = NonNullable<ModelsView["speeds"]>;

/** Measured over the whole time of each response, including the wait for its first token. */
export function speedsOf(rows: readonly SpentDay[]): Speeds {
  const sums = new Map<string, { row: SpentDay; tokens: number; ms: number; runs: number }>();
  for (const row of rows) {
    const { providerId, modelId, generations, failed, uncounted, outputTokens, tookMs } = row;
    // The sum includes the time of failed and uncounted generations, so the rate of such a day is unknown.
    if (failed > 0 || uncounted > 0 || outputTokens <= 0 || tookMs <= 0) continue;
    const key = JSON.stringify([providerId, modelId]);
    const sum = sums.get(key) ?? { row, tokens: 0, ms: 0, runs: 0 };
    sum.tokens += outputTokens;
    sum.ms += tookMs;
    sum.runs += generations;
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ row, tokens, ms, runs }) => {
    const speed: MeasuredSpeed = { tokensPerSecond: (1000 * tokens) / ms, runs };
    return { ref: { providerId: row.providerId, modelId: row.modelId }, speed };
  });
}

/** The speeds of the last days; empty if the ledger cannot be read. */
export function createSpeeds(
  spentSince: (day: string) => Outcome<SpentDay[], Failure>,
  nowMs: () => number,
): () => Speeds {
  let read: { atMs: number; speeds: Speeds } | null = null;
  return () => {
    const atMs = nowMs();
    if (read !== null && atMs - read.atMs < FRESH_MS) return read.speeds;
    const rows = spentSince(dayOf(atMs - DAYS * DAY_MS));
    read = { atMs, speeds: rows.ok ? speedsOf(rows.value) : [] };
    return read.speeds;
  };
}
