// Finds a similar request approved a moment ago, and what the diff view compares with: that request first, until the
// user chooses otherwise.
import { useLayoutEffect, useState } from "react";
import type { Sample } from "../../../../src-shared/sampling/life/sample.ts";
import { findSimilarRequest } from "../../../state/requests/similarRequest.ts";
import type { SimilarRequest } from "../../../state/requests/similarRequest.ts";
import { mirror } from "../../../state/mirror.ts";
import { view } from "../../../state/view.ts";

export type DiffBase = "asked" | "likeness";

export interface SimilarApproval {
  likeness: SimilarRequest;
  base: DiffBase;
  setBase: (base: DiffBase) => void;
}

/** Null if there is none. Computed once, so that an approval meanwhile does not change what is shown. */
export function useSimilarApproval(sample: Sample): SimilarApproval | null {
  const [likeness] = useState(() =>
    findSimilarRequest(sample, Object.values(mirror.getState().samples), Date.now()),
  );
  // Not for identical requests, nor for short ones that are quickly read in full.
  const comesFirst = likeness !== null && likeness.differences > 0 && !likeness.isShort;
  const [base, setBase] = useState<DiffBase>(comesFirst ? "likeness" : "asked");
  // In a layout effect, so that the other view is never painted.
  useLayoutEffect(() => {
    if (!comesFirst || view.getState().gateView !== "blocks") return undefined;
    view.setState({ gateView: "diff" });
    return () => {
      // The user did not choose the diff, so don't keep it for the next request.
      if (view.getState().gateView === "diff") view.setState({ gateView: "blocks" });
    };
  }, [comesFirst]);
  return likeness === null ? null : { likeness, base, setBase };
}
