// The likeness of a request that was approved a moment ago, and against what the difference is shown: against that one
// first, until the person looks elsewhere.
import { useLayoutEffect, useState } from "react";
import type { Sample } from "../../../../src-shared/sampling/life/sample.ts";
import { findSimilarRequest } from "../../../state/requests/similarRequest.ts";
import type { SimilarRequest } from "../../../state/requests/similarRequest.ts";
import { mirror } from "../../../state/mirror.ts";
import { view } from "../../../state/view.ts";

export type DiffBase = "asked" | "likeness";

export interface Alike {
  likeness: SimilarRequest;
  base: DiffBase;
  setBase: (base: DiffBase) => void;
}

/** Null where there is none. What was approved while it is looked at changes nothing under the hand. */
export function useLikeness(sample: Sample): Alike | null {
  const [likeness] = useState(() =>
    findSimilarRequest(sample, Object.values(mirror.getState().samples), Date.now()),
  );
  // Of the very same there is nothing to show, and a short one is read as quickly whole.
  const comesFirst = likeness !== null && likeness.differences > 0 && !likeness.isShort;
  const [base, setBase] = useState<DiffBase>(comesFirst ? "likeness" : "asked");
  // Before anything is drawn: nothing jumps.
  useLayoutEffect(() => {
    if (!comesFirst || view.getState().gateView !== "blocks") return undefined;
    view.setState({ gateView: "diff" });
    return () => {
      // Nobody chose it for what comes next.
      if (view.getState().gateView === "diff") view.setState({ gateView: "blocks" });
    };
  }, [comesFirst]);
  return likeness === null ? null : { likeness, base, setBase };
}
