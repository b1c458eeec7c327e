// A list that changes by itself while a hand is on its way to one of its lines: for half a second only the line runs that
// was meant before.
import { GUARD_MS } from "../../hand/arm.ts";

/** The list as it was drawn last. */
export interface Drawn {
  query: string;
  ids: string;
  /** What Enter ran before the list last changed by itself. */
  meant: string | null;
  /** When that was. */
  changedAtMs: number;
  /** What Enter runs now. */
  active: string | null;
  /** Since when that is what it runs. */
  activeSinceMs: number;
}

/** @param now what is drawn at `atMs`; another query is the person's own, so that all it finds can be run at once */
export function drawn(
  before: Drawn | null,
  now: { query: string; ids: string; active: string | null },
  atMs: number,
): Drawn {
  const own = before === null || before.query !== now.query;
  const activeSinceMs = !own && before.active === now.active ? before.activeSinceMs : atMs;
  if (own) return { ...now, activeSinceMs, meant: null, changedAtMs: Number.NEGATIVE_INFINITY };
  if (before.ids === now.ids) return { ...before, active: now.active, activeSinceMs };
  const meant = isSteady(before, atMs) ? before.active : before.meant;
  return { ...now, activeSinceMs, meant, changedAtMs: atMs };
}

/** True of any line of a list that is steady; else of what was meant before, and of the line that stood as the chosen one. */
export const mayRun = (now: Drawn | null, id: string, atMs = performance.now()): boolean =>
  now === null || isSteady(now, atMs) || id === now.meant || hasStood(now, id, atMs);

/** It is chosen by its name: whatever comes and goes around it, it is the one that was looked at all the while. */
const hasStood = ({ active, activeSinceMs }: Drawn, id: string, atMs: number): boolean =>
  id === active && atMs - activeSinceMs >= GUARD_MS;

const isSteady = ({ changedAtMs }: Drawn, atMs: number): boolean => atMs - changedAtMs >= GUARD_MS;
