// Deciding: on exactly what is shown, once, and only when the hand is free (the half-second guard).
import { useEffect, useRef, useState } from "react";
import type { Decision } from "../../src-shared/ipc/contract.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { decide } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { askOverBudget, beyond } from "../state/overBudget.ts";
import { noteDecision } from "../state/tired.ts";
import { useArmed } from "../ui/useArmed.ts";
import { useViewed } from "./useViewed.ts";

export interface Deciding {
  /** False for half a second after anything changed, until keys and buttons were released. */
  armed: boolean;
  /** A decision is on its way to the record. */
  busy: boolean;
  /** Why the last decision was not taken. */
  failure: Failure | null;
  clear: () => void;
  /** Nothing may leave now: the master switch, or a record that cannot be written. */
  held: "stopped" | "not-recorded" | null;
  run: (hash: string, decision: Decision) => void;
}

/** @param what names all that a decision depends on: another value means that the guard starts anew */
export function useDecision(sample: Sample, what: string): Deciding {
  const armed = useArmed(`${sample.id} ${sample.revision} ${what}`);
  const stopped = useMirror((state) => state.desk.masterSwitch === "stopped");
  const unrecorded = useMirror((state) => state.desk.ledgerTrouble !== null);
  const viewed = useViewed(`${sample.id} ${sample.phase.kind}`);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = useQuestion();
  const go = (hash: string, decision: Decision): void => {
    setBusy(true);
    setFailure(null);
    const viewedMs = viewed();
    void decide(sample, hash, decision).then((result) => {
      setBusy(false);
      if (result.ok) {
        noteDecision(decision, viewedMs);
        return;
      }
      setFailure(result.failure);
      if (result.failure.kind !== "over-budget") return;
      const { holds } = result.failure;
      ask({ sample, holds, go: () => go(hash, beyond(decision)) });
    });
  };
  return {
    armed,
    busy,
    failure,
    clear: () => setFailure(null),
    held: stopped ? "stopped" : unrecorded ? "not-recorded" : null,
    run: (hash, decision) => {
      if (armed && !busy) go(hash, decision);
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
