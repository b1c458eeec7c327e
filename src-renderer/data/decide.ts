// Sends decisions about exactly the revision that is shown, one at a time, and only while the half-second guard is
// on.
import { useEffect, useRef, useState } from "react";
import type { Decision } from "#shared/request/life/decision.ts";
import type { Failure } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Result } from "#shared/contract/contract.ts";
import { invokeDecision } from "./bridge/desk.ts";
import { discardDraft } from "./requests/drafts.ts";
import type { DecisionToken } from "./guard/decisionGuard.ts";
import { useDecisionGuard } from "./guard/useDecisionGuard.ts";
import { useMirror } from "./mirror.ts";
import { markDecided } from "./requests/advance.ts";
import { askOverBudget, allowOverBudget } from "./requests/overBudget.ts";
import { useTeamHold } from "./team.ts";
import type { TeamHold } from "./team.ts";
import { stoppedBy } from "./select.ts";
import { isApproval, trackApproval } from "./requests/fatigueState.ts";

/**
 * Decides at a gate on exactly what the user saw: `revision` and `hash` of the request (gate 1: hash of the request;
 * gate 2: hash of the attempt's response). A late decision returns `stale`. The gate's draft is deleted only if the
 * decision was accepted.
 */
export async function decide(
  token: DecisionToken,
  request: HeldRequest,
  hash: string,
  decision: Decision,
): Promise<Result<"desk.decide">> {
  const base = { revision: request.revision, hash };
  const result = await invokeDecision(token, "desk.decide", request.id, base, decision);
  if (result.ok && decision.kind === "approve-response") discardDraft(request.id, 2);
  const responds = decision.kind === "respond" || decision.kind === "approve-result";
  if (result.ok && responds) discardDraft(request.id, "respond");
  return result;
}

export interface Deciding {
  /**
   * False for half a second after any change, and until keys and buttons are released; for requests of the team as well
   * while its database can't be reached.
   */
  guardOn: boolean;
  /** A decision is being recorded. */
  busy: boolean;
  /** Why the last decision failed. */
  failure: Failure | null;
  clear: () => void;
  /** Why nothing can be sent: the mode, the server's own switch, a ledger that can't be written, the team. */
  held: "stopped" | "server-stopped" | "not-recorded" | TeamHold | null;
  run: (hash: string, decision: Decision) => void;
}

/** Decisions that end the review of a request. */
const ENDING: ReadonlySet<Decision["kind"]> = new Set([
  "approve-response",
  "approve-result",
  "respond",
  "reject",
  "send-provider-error",
]);

/** A call that is run now comes back with its result. */
const endsRequest = ({ producer }: HeldRequest, { kind }: Decision): boolean =>
  ENDING.has(kind) && (kind !== "respond" || producer === undefined);

/** @param what key of everything that the decision depends on; a new value restarts the guard */
export function useDecision(request: HeldRequest, what: string): Deciding {
  const guard = useDecisionGuard(`${request.id} ${request.revision} ${what}`);
  const stopped = useMirror((state) => stoppedBy(state, request.requester.serverId));
  const unrecorded = useMirror((state) => state.desk.ledgerTrouble !== null);
  const held = useTeamHold(request.id);
  // What another desk holds is sent there, whatever is stopped here.
  const isHere = useMirror(({ team }) => team.requests[request.id]?.isHeldHere !== false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = useQuestion();
  const go = (token: DecisionToken, hash: string, decision: Decision): void => {
    setBusy(true);
    setFailure(null);
    void decide(token, request, hash, decision).then((result) => {
      setBusy(false);
      if (result.ok) {
        if (isApproval(decision)) trackApproval();
        if (endsRequest(request, decision)) markDecided(request.id);
        return;
      }
      // The dialog says everything that a failure bar would.
      if (result.failure.kind !== "over-budget") return setFailure(result.failure);
      const { holds } = result.failure;
      ask({ request, holds, proceed: (again) => go(again, hash, allowOverBudget(decision)) });
    });
  };
  return {
    guardOn: guard.isOn && held !== "team-offline",
    busy,
    failure,
    clear: () => setFailure(null),
    held: (isHere ? (stopped ?? (unrecorded ? "not-recorded" : null)) : null) ?? held,
    run: (hash, decision) => {
      if (!busy && held !== "team-offline") guard.run((token) => go(token, hash, decision));
    },
  };
}

/** Opens the over-budget dialog if the gate is still mounted, and closes it on unmount. */
function useQuestion(): typeof askOverBudget {
  const here = useRef(false);
  const close = useRef((): void => undefined);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      close.current();
    };
  }, []);
  return (question) => {
    if (here.current) close.current = askOverBudget(question);
    return close.current;
  };
}
