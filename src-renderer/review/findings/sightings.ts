// Which serious findings of a request have been on screen long enough. Kept as long as the window: who goes back to a
// request need not look again.
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import { valueAt } from "../../../src-shared/inspect/redaction/redaction.ts";

/** How long a finding has to be in view without a break, in milliseconds. */
export const SEEN_MS = 500;

export class Sightings {
  readonly #since = new Map<string, number>();
  readonly #seen = new Set<string>();

  has(key: string): boolean {
    return this.#seen.has(key);
  }

  /**
   * @param inView keys of all findings that are in view now;
   * @returns whether one more has been seen
   */
  look(inView: readonly string[], nowMs: number): boolean {
    const before = this.#seen.size;
    for (const key of this.#since.keys()) if (!inView.includes(key)) this.#since.delete(key);
    for (const key of inView) {
      const sinceMs = this.#since.get(key) ?? nowMs;
      this.#since.set(key, sinceMs);
      if (nowMs - sinceMs >= SEEN_MS) this.#seen.add(key);
    }
    return this.#seen.size > before;
  }
}

/**
 * By what it is and says, not by its place in the text: that moves while somebody types above it. Of equal ones nobody
 * can tell which is left once one is removed: with another number of them each is to be seen again.
 */
export function keysOf(findings: readonly Finding[], document: unknown): string[] {
  const words = findings.map((finding) =>
    JSON.stringify([finding.kind, finding.path, valueAt(document, finding)]),
  );
  const total = new Map<string, number>();
  for (const key of words) total.set(key, (total.get(key) ?? 0) + 1);
  const counted = new Map<string, number>();
  return words.map((key) => {
    const nth = (counted.get(key) ?? 0) + 1;
    counted.set(key, nth);
    return `${key} ${nth}/${total.get(key)}`;
  });
}

const KEPT_MAX = 500;
const kept = new Map<string, Sightings>();

/** @param of names the request, or the answer */
export function sightingsOf(of: string): Sightings {
  const known = kept.get(of) ?? new Sightings();
  kept.delete(of);
  kept.set(of, known);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return known;
}
