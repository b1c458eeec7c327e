// Which serious findings have been on screen long enough. Kept for the life of the window, so that they count as seen
// when the user comes back to a request.
import type { Finding } from "#shared/findings/findings.ts";
import { valueAt } from "#shared/findings/redaction/redaction.ts";

/** How long a finding must be in view without interruption, in milliseconds. */
export const SEEN_MS = 500;

export class Sightings {
  readonly #since = new Map<string, number>();
  readonly #seen = new Set<string>();

  has(key: string): boolean {
    return this.#seen.has(key);
  }

  /**
   * @param inView keys of all findings in view now
   * @returns whether another one counts as seen
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
 * Keys by kind, path and text, as offsets move when the user types above. Equal findings are numbered with their
 * total, so that all of them must be seen again once their number changes.
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

/** @param of identifies the request or response */
export function sightingsOf(of: string): Sightings {
  const known = kept.get(of) ?? new Sightings();
  kept.delete(of);
  kept.set(of, known);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return known;
}
