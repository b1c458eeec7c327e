// Many approvals in a minute: when a remark appears. Pure; the gates decide what to show.

export interface Fatigue {
  /** When the approvals of the last minute were made, in milliseconds, oldest first. */
  approvedAtMs: readonly number[];
  /** How many of them the next remark takes. */
  remarkAt: number;
}

const MINUTE_MS = 60_000;
/** The initial value of `remarkAt`. */
const REMARK_AT = 12;
const REMARK_AT_MOST = 96;

export const INITIAL_FATIGUE: Fatigue = { approvedAtMs: [], remarkAt: REMARK_AT };

const lastMinute = ({ approvedAtMs }: Fatigue, nowMs: number): number[] =>
  approvedAtMs.filter((atMs) => nowMs - atMs < MINUTE_MS);

/** @param count more than one for a batch */
export const afterApproval = (fatigue: Fatigue, atMs: number, count = 1): Fatigue => ({
  ...fatigue,
  approvedAtMs: [...lastMinute(fatigue, atMs), ...Array<number>(count).fill(atMs)],
});

/** The user dismissed the remark: the next one takes twice as many approvals. */
export const afterRemarkDismissed = ({ remarkAt }: Fatigue): Fatigue => ({
  approvedAtMs: [],
  remarkAt: Math.min(REMARK_AT_MOST, remarkAt * 2),
});

/** How many were approved in the last minute, if that deserves a remark; else null. */
export function remarkOf(fatigue: Fatigue, nowMs: number): number | null {
  const count = lastMinute(fatigue, nowMs).length;
  return count < fatigue.remarkAt ? null : count;
}
