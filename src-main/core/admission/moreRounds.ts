// Raises the tool-round limit of a request's call: one event for each request of that call.
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Actor } from "#shared/request/life/heldRequest.ts";
import type { EventApplier } from "../desk/eventApplier.ts";
import type { Roster } from "../desk/roster.ts";
import { RoundCounter } from "./limits.ts";

/** @param allowed the event without the new limit */
export function allowMoreRounds(
  requestId: string,
  { roster, applying, rounds }: { roster: Roster; applying: EventApplier; rounds: RoundCounter },
  allowed: { kind: "rounds-allowed"; atMs: number; by: Actor },
): Outcome<null, Failure> {
  const request = roster.get(requestId);
  if (request === undefined) return fail({ kind: "not-found", what: "sample" });
  if (request.round === undefined) return fail({ kind: "stale" });
  const limit = rounds.raisedLimit(request);
  if (limit === null) return fail({ kind: "stale" });
  const event = { ...allowed, limit };
  const others = roster
    .all()
    .filter(
      (one) => one.id !== requestId && one.round && RoundCounter.areCountedTogether(request, one),
    );
  const done = applying.applyTogether([
    { request, events: [event] },
    ...others.map((other) => ({ request: other, events: [{ ...event, of: requestId }] })),
  ]);
  if (done.ok) rounds.allowMore(request);
  return done;
}
