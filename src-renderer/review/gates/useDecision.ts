// Deciding: on exactly what is shown, once, and only when the hand is free (the half-second guard).
import { useEffect, useRef, useState } from "react";
import type { Decision } from "../../../src-shared/sampling/life/decision.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { decide } from "../../state/commands.ts";
import type { DecisionToken } from "../../guard/decisionGuard.ts";
import { useDecisionGuard } from "../../guard/useDecisionGuard.ts";
import { useMirror } from "../../state/mirror.ts";
import { markDecided } from "../../state/requests/advance.ts";
import { askOverBudget, allowOverBudget } from "../../state/requests/overBudget.ts";
import { stoppedBy } from "../../state/select.ts";
import { trackDecision } from "../../state/requests/fatigueState.ts";
import { useViewed } from "../../ui/hooks/useViewed.ts";

export interface Deciding {
  /** False for half a second after anything changed, until keys and buttons were released. */
  guardOn: boolean;
  /** A decision is on its way to the record. */
  busy: boolean;
  /** Why the last decision was not taken. */
  failure: Failure | null;
  clear: () => void;
  /** Nothing may leave now: the master switch, that of this server, or a record that cannot be written. */
  held: "stopped" | "server-stopped" | "not-recorded" | null;
  run: (hash: string, decision: Decision) => void;
}

/** Decisions after which nothing of the request is left to decide. */
const ENDING: ReadonlySet<Decision["kind"]> = new Set(["approve-response", "respond", "reject"]);

/** @param what names all that a decision depends on: another value means that the guard starts anew */
export function useDecision(sample: Sample, what: string): Deciding {
  const guard = useDecisionGuard(`${sample.id} ${sample.revision} ${what}`);
  const stopped = useMirror((state) => stoppedBy(state, sample.asker.serverId));
  const unrecorded = useMirror((state) => state.desk.ledgerTrouble !== null);
  const viewed = useViewed(`${sample.id} ${sample.phase.kind}`);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = useQuestion();
  const go = (token: DecisionToken, hash: string, decision: Decision): void => {
    setBusy(true);
    setFailure(null);
    const viewedMs = viewed();
    void decide(token, sample, hash, decision).then((result) => {
      setBusy(false);
      if (result.ok) {
        trackDecision(decision, viewedMs);
        if (ENDING.has(decision.kind)) markDecided(sample.id);
        return;
      }
      // A question, which says all that a bar behind it would say.
      if (result.failure.kind !== "over-budget") return setFailure(result.failure);
      const { holds } = result.failure;
      ask({ sample, holds, proceed: (again) => go(again, hash, allowOverBudget(decision)) });
    });
  };
  return {
    guardOn: guard.isOn,
    busy,
    failure,
    clear: () => setFailure(null),
    held: stopped ?? (unrecorded ? "not-recorded" : null),
    run: (hash, decision) => {
      if (!busy) guard.run((token) => go(token, hash, decision));
    },
  };
}

/** Asks whether a decision may go beyond a budget, as long as the gate that made it is on screen. */
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
