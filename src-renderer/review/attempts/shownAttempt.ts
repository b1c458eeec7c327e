// Which attempt gate 2 shows: never an old answer, ready to be sent, where the person has just asked for another one.
import { underWay } from "../../../src-shared/sampling/life/attempts.ts";
import type { Attempt } from "../../../src-shared/sampling/life/sample.ts";
import type { CandidateView, RefinementDraft } from "../../state/requests/candidates.ts";
import { isAnswered } from "../gate2/useGate2.ts";
import type { Answered } from "../gate2/useGate2.ts";

/** When its answer was there, in milliseconds since the epoch, by the clock of the desk. */
const endedAtMs = ({ askedAtMs, startedAtMs, state }: Answered): number =>
  (askedAtMs ?? startedAtMs) + state.tookMs;

/**
 * An attempt only ever begins because the person approved it. So the first one that began since they last looked
 * is shown, also where that was at gate 1 in between; what just arrives, of what began before, is not forced on them.
 * Where nothing was looked at yet (the window is new): what still comes and was approved when the newest answer was
 * already there, else that answer.
 */
export function shownAttempt(
  attempts: readonly Attempt[],
  { attemptId, seenCount, refining }: Pick<CandidateView, "attemptId" | "seenCount" | "refining">,
): { current: Attempt | undefined; refining: RefinementDraft | null } {
  const begun = seenCount === 0 ? undefined : attempts[seenCount];
  if (begun !== undefined) return { current: begun, refining: null };
  const chosen = attempts.find(({ id }) => id === attemptId);
  return { current: chosen ?? atFirst(attempts), refining };
}

function atFirst(attempts: readonly Attempt[]): Attempt | undefined {
  const newest = attempts.findLast(isAnswered);
  if (newest === undefined) return undefined;
  const later = underWay({ attempts: [...attempts] }).find(
    (a) => a.startedAtMs >= endedAtMs(newest),
  );
  return later ?? newest;
}
