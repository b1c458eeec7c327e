// One clock for all processes of a bench: each process has a fine clock with its own origin; its offset
// from the machine's clock is measured and subtracted.

/**
 * The fine clock's lag behind the machine's, in milliseconds. The machine's clock counts whole milliseconds, so the
 * largest of many differences is right within some microseconds. Runs in any process, pages included: keep it self-contained.
 */
export function clockLag(): number {
  let most = -Infinity;
  const until = performance.now() + 20;
  while (performance.now() < until) {
    most = Math.max(most, Date.now() - (performance.timeOrigin + performance.now()));
  }
  return most;
}

export interface Spread {
  median: number;
  p95: number;
  runs: number;
}

/** Median and 95th percentile (nearest rank). */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), runs: sorted.length };
}
