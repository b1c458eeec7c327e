// Protects a list that changes while the user is about to press Enter: for half a second after a change, only the
// line intended before it runs.
import { GUARD_MS } from "#data/guard/decisionGuard.ts";

/** The list as last rendered. */
export interface ListSnapshot {
  query: string;
  ids: string;
  /** The line that Enter would have run before the list last changed on its own. */
  meant: string | null;
  /** When that change was. */
  changedAtMs: number;
  /** The line that Enter runs now. */
  active: string | null;
  /** Since when it has been active. */
  activeSinceMs: number;
}

/**
 * @param now what is rendered at `atMs`; a new query is the user's own change, so all of its results can run at once
 */
export function takeSnapshot(
  before: ListSnapshot | null,
  now: { query: string; ids: string; active: string | null },
  atMs: number,
): ListSnapshot {
  const own = before === null || before.query !== now.query;
  const activeSinceMs = !own && before.active === now.active ? before.activeSinceMs : atMs;
  if (own) return { ...now, activeSinceMs, meant: null, changedAtMs: Number.NEGATIVE_INFINITY };
  if (before.ids === now.ids) return { ...before, active: now.active, activeSinceMs };
  const meant = isSteady(before, atMs) ? before.active : before.meant;
  return { ...now, activeSinceMs, meant, changedAtMs: atMs };
}

/**
 * True for any line of a settled list; otherwise for the line intended before the change and for one that was active
 * long enough.
 */
export const canRun = (now: ListSnapshot | null, id: string, atMs = performance.now()): boolean =>
  now === null || isSteady(now, atMs) || id === now.meant || hasStood(now, id, atMs);

/** Compared by id: whatever changes around it, it is the line the user was looking at. */
const hasStood = ({ active, activeSinceMs }: ListSnapshot, id: string, atMs: number): boolean =>
  id === active && atMs - activeSinceMs >= GUARD_MS;

const isSteady = ({ changedAtMs }: ListSnapshot, atMs: number): boolean =>
  atMs - changedAtMs >= GUARD_MS;
