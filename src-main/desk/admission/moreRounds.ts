// Lets the call that led to a request have as many rounds with tools again: recorded for it and for all of the same
// call, then so.
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { Actor, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { roundsRows } from "../core/facts.ts";
import type { Recorder } from "../core/recorder.ts";
import type { Roster } from "../core/roster.ts";
import { Rounds } from "./rounds.ts";

export function allowMoreRounds(
  sample: Sample,
  at: { atMs: number; by: Actor },
  { roster, rounds, recorder }: { roster: Roster; rounds: Rounds; recorder: Recorder },
): Outcome<null, Failure> {
  const limit = rounds.limitWithMore(sample);
  if (limit === null) return fail({ kind: "stale" });
  const together = roster.all().filter((other) => Rounds.together(sample, other));
  const others = together.filter(({ id, round }) => id !== sample.id && round !== undefined);
  const ids = others.map(({ id }) => id);
  const recorded = recorder.decisions(roundsRows(sample.id, ids, limit, at));
  if (!recorded.ok) return recorded;
  rounds.allowMore(sample);
  for (const other of together) {
    if (other.round !== undefined) roster.replace({ ...other, round: { ...other.round, limit } });
  }
  return ok(null);
}
