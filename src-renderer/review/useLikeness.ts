// The likeness of a request that was approved a moment ago, and against what the difference is shown: against that one
// first, until the person looks elsewhere.
import { useLayoutEffect, useState } from "react";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { likenessOf } from "../state/likeness.ts";
import type { Likeness } from "../state/likeness.ts";
import { mirror } from "../state/mirror.ts";
import { view } from "../state/view.ts";

export type DiffBase = "asked" | "likeness";

export interface Alike {
  likeness: Likeness;
  base: DiffBase;
  setBase: (base: DiffBase) => void;
}

/** Null where there is none. What was approved while it is looked at changes nothing under the hand. */
export function useLikeness(sample: Sample): Alike | null {
  const [likeness] = useState(() =>
    likenessOf(sample, Object.values(mirror.getState().samples), Date.now()),
  );
  const [base, setBase] = useState<DiffBase>("likeness");
  // Before anything is drawn: nothing jumps.
  useLayoutEffect(() => {
    if (likeness === null || view.getState().gateView !== "blocks") return undefined;
    view.setState({ gateView: "diff" });
    return () => {
      // Nobody chose it for what comes next.
      if (view.getState().gateView === "diff") view.setState({ gateView: "blocks" });
    };
  }, [likeness]);
  return likeness === null ? null : { likeness, base, setBase };
}
