// What a decision on a request of the roster would do, within the mode and the budgets.
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { SampleEvent } from "#shared/request/life/event.ts";
import type { Base, Sample } from "#shared/request/life/heldRequest.ts";
import type { Limits } from "../admission/limits.ts";
import type { ModeSwitch } from "../admission/modeSwitch.ts";
import { acceptsOverspending, eventsOfDecision, sendsContent } from "./decide.ts";
import type { DecisionDeps } from "./decide.ts";
import type { DocumentUpdates } from "./documentUpdates.ts";
import type { Roster } from "./roster.ts";

interface Own {
  roster: Pick<Roster, "get" | "isGuest">;
  limits: Limits;
  switch: ModeSwitch;
  deciding: DecisionDeps;
  updates: Pick<DocumentUpdates, "isFresh">;
  /** Generations of one request that may run at the same time. */
  atOnce: number;
}

/** The request, and the checked and hashed events of the decision, or why it is invalid now. */
export function eventsAt(
  own: Own,
  sampleId: string,
  base: Base,
  decision: Decision,
): Outcome<{ sample: Sample; events: SampleEvent[] }, Failure> {
  const sample = own.roster.get(sampleId);
  if (sample === undefined) return fail({ kind: "not-found", what: "sample" });
  // What another desk of the team holds is sent there, whatever is stopped here.
  const isStopped = own.switch.isStopped(sample.asker.serverId) && !own.roster.isGuest(sampleId);
  if (isStopped && sendsContent(sample, decision)) return fail({ kind: "desk-stopped" });
  if (sendsContent(sample, decision) && !own.updates.isFresh(sample))
    return fail({ kind: "read-again", why: "failed" });
  const made = eventsOfDecision(sample, base, decision, own.deciding, own.atOnce);
  if (!made.ok) return made;
  const events = acceptsOverspending(decision)
    ? own.limits.acknowledgeBudgets(sample, made.value)
    : made.value;
  return ok({ sample, events });
}
