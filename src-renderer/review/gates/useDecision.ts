// Deciding: on exactly what is shown, once, and only when the hand is free (the half-second guard).
import { useEffect, useRef, useState } from "react";
import type { Decision } from "../../../src-shared/sampling/life/decision.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { decide } from "../../state/commands.ts";
import type { Leave } from "../../hand/arm.ts";
import { useArm } from "../../hand/useArm.ts";
import { useMirror } from "../../state/mirror.ts";
import { noteDecided } from "../../state/requests/advance.ts";
import { askOverBudget, beyond } from "../../state/requests/overBudget.ts";
import { stoppedBy } from "../../state/select.ts";
import { noteDecision } from "../../state/requests/tired.ts";
import { useViewed } from "../../ui/hooks/useViewed.ts";

export interface Deciding {
  /** False for half a second after anything changed, until keys and buttons were released. */
  armed: boolean;
  /** A decision is on its way to the record. */
  busy: boolean;
  /** Why the last decision was not taken. */
  failure: Failure | null;
  clear: () => void;
  /** Nothing may leave now: the master switch, that of this server, or a record that cannot be written. */
  held: "stopped" | "server-stopped" | "not-recorded" | null;
  run: (hash: string, decision: Decision) => void;
}

/** @param what names all that a decision depends on: another value means that the guard starts anew */
export function useDecision(sample: Sample, what: string): Deciding {
  const arm = useArm(`${sample.id} ${sample.revision} ${what}`);
  const stopped = useMirror((state) => stoppedBy(state, sample.asker.serverId));
  const unrecorded = useMirror((state) => state.desk.ledgerTrouble !== null);
  const viewed = useViewed(`${sample.id} ${sample.phase.kind}`);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = useQuestion();
  const go = (leave: Leave, hash: string, decision: Decision): void => {
    setBusy(true);
    setFailure(null);
    const viewedMs = viewed();
    void decide(leave, sample, hash, decision).then((result) => {
      setBusy(false);
      if (result.ok) {
        noteDecision(decision, viewedMs);
        if (decision.kind === "approve-response" || decision.kind === "reject") {
          noteDecided(sample.id);
        }
        return;
      }
      // A question, which says all that a bar behind it would say.
      if (result.failure.kind !== "over-budget") return setFailure(result.failure);
      const { holds } = result.failure;
      ask({ sample, holds, go: (again) => go(again, hash, beyond(decision)) });
    });
  };
  return {
    armed: arm.isOn,
    busy,
    failure,
    clear: () => setFailure(null),
    held: stopped ?? (unrecorded ? "not-recorded" : null),
    run: (hash, decision) => {
      if (!busy) arm.by((leave) => go(leave, hash, decision));
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
