// What a decision on a request of the roster would do, within the mode and the budgets.
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { Base, HeldRequest } from "#shared/request/life/heldRequest.ts";
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
  requestId: string,
  base: Base,
  decision: Decision,
): Outcome<{ request: HeldRequest; events: RequestEvent[] }, Failure> {
  const request = own.roster.get(requestId);
  if (request === undefined) return fail({ kind: "not-found", what: "sample" });
  // What another desk of the team holds is sent there, whatever is stopped here.
  const isStopped =
    own.switch.isStopped(request.requester.serverId) && !own.roster.isGuest(requestId);
  if (isStopped && sendsContent(request, decision)) return fail({ kind: "desk-stopped" });
  if (sendsContent(request, decision) && !own.updates.isFresh(request))
    return fail({ kind: "read-again", why: "failed" });
  const made = eventsOfDecision(request, base, decision, own.deciding, own.atOnce);
  if (!made.ok) return made;
  const events = acceptsOverspending(decision)
    ? own.limits.acknowledgeBudgets(request, made.value)
    : made.value;
  return ok({ request, events });
}
