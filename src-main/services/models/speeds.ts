// How quickly models have answered here, from the sums that the ledger keeps anyway.
import type { ModelsView } from "../../../src-shared/models/model.ts";
import type { MeasuredSpeed } from "../../../src-shared/models/ranking/score.ts";
import { dayOf } from "../../../src-shared/models/cost/spending.ts";
import type { SpentDay } from "../../../src-shared/models/cost/spending.ts";
import type { SpendingStore } from "../ports.ts";

/** Models and machines change: older days say nothing of now. */
const DAYS = 30;
const DAY_MS = 86_400_000;
/** The sums are read again after so long at the earliest. */
const FRESH_MS = 10_000;

type Speeds = NonNullable<ModelsView["speeds"]>;

/** Over the whole time of each answer, the wait for its first token included. */
export function speedsOf(rows: readonly SpentDay[]): Speeds {
  const sums = new Map<string, { row: SpentDay; tokens: number; ms: number; runs: number }>();
  for (const row of rows) {
    const { providerId, modelId, generations, failed, uncounted, outputTokens, tookMs } = row;
    // The time of those that failed or were not counted stands in the same sum: such a day cannot be divided.
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

/** The speeds of the last days; a ledger that cannot be read leaves them unknown. */
export function createSpeeds(store: SpendingStore, nowMs: () => number): () => Speeds {
  let read: { atMs: number; speeds: Speeds } | null = null;
  return () => {
    const atMs = nowMs();
    if (read !== null && atMs - read.atMs < FRESH_MS) return read.speeds;
    const rows = store.since(dayOf(atMs - DAYS * DAY_MS));
    read = { atMs, speeds: rows.ok ? speedsOf(rows.value) : [] };
    return read.speeds;
  };
}
