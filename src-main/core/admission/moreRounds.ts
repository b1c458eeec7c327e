// Raises the tool-round limit of a request's call: one event for each request of that call.
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Actor } from "#shared/request/life/heldRequest.ts";
import type { EventApplier } from "../desk/eventApplier.ts";
import type { Roster } from "../desk/roster.ts";
import { RoundCounter } from "./roundCounter.ts";

/** @param allowed the event without the new limit */
export function allowMoreRounds(
  sampleId: string,
  { roster, applying, rounds }: { roster: Roster; applying: EventApplier; rounds: RoundCounter },
  allowed: { kind: "rounds-allowed"; atMs: number; by: Actor },
): Outcome<null, Failure> {
  const sample = roster.get(sampleId);
  if (sample === undefined) return fail({ kind: "not-found", what: "sample" });
  if (sample.round === undefined) return fail({ kind: "stale" });
  const limit = rounds.raisedLimit(sample);
  if (limit === null) return fail({ kind: "stale" });
  const event = { ...allowed, limit };
  const others = roster
    .all()
    .filter(
      (one) => one.id !== sampleId && one.round && RoundCounter.areCountedTogether(sample, one),
    );
  const done = applying.applyTogether([
    { sample, events: [event] },
    ...others.map((other) => ({ sample: other, events: [{ ...event, of: sampleId }] })),
  ]);
  if (done.ok) rounds.allowMore(sample);
  return done;
}
