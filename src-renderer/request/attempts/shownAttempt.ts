// Which attempt gate 2 shows. After the user started a new attempt it is never an older one, ready to be sent by
// mistake.
import type { CandidateView } from "#data/view.ts";
import { underWay } from "#shared/request/life/attempts.ts";
import type { Attempt } from "#shared/request/life/heldRequest.ts";
import { isAnswered } from "../response/useGate2.ts";
import type { Answered } from "../response/useGate2.ts";

/** When the response was complete, in milliseconds since the epoch, by main's clock. */
const endedAtMs = ({ askedAtMs, startedAtMs, state }: Answered): number =>
  (askedAtMs ?? startedAtMs) + state.tookMs;

/**
 * Every attempt begins with an approval of the user. So the first attempt that began since the user last looked is
 * shown, even if they were at gate 1 meanwhile. A response that arrives from an earlier attempt does not replace the
 * one shown. With nothing looked at yet (a new window): the first attempt under way that started after the newest
 * response was complete, else that response.
 */
export function shownAttempt(
  attempts: readonly Attempt[],
  { attemptId, seenCount }: Pick<CandidateView, "attemptId" | "seenCount">,
): Attempt | undefined {
  const begun = seenCount === 0 ? undefined : attempts[seenCount];
  if (begun !== undefined) return begun;
  return attempts.find(({ id }) => id === attemptId) ?? atFirst(attempts);
}

function atFirst(attempts: readonly Attempt[]): Attempt | undefined {
  const newest = attempts.findLast(isAnswered);
  if (newest === undefined) return undefined;
  const later = underWay({ attempts: [...attempts] }).find(
    (a) => a.startedAtMs >= endedAtMs(newest),
  );
  return later ?? newest;
}
