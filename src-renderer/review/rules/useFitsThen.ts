// Whether the current version of a rule matches a request that it has changed.
import { useMemo } from "react";
import { ownTextsOf } from "../../../src-shared/filter/texts.ts";
import { matchesAsJudged, asJudged } from "../../../src-shared/policy/rules/ruleChange.ts";
import type { Judged } from "../../../src-shared/policy/judged.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useMirror } from "../../state/mirror.ts";
import { indexedText } from "../../state/requests/indexedTexts.ts";

/**
 * @param when the rule's filter; null if the rule is gone
 * @returns true also if it is unknown
 */
export function useFitsThen(sample: Sample, judged: Judged, when: string | null): boolean {
  const off = useMirror((state) => state.settings.findingsOff);
  // The request as judged then never changes, so it is computed once.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const was = useMemo(() => asJudged(sample, judged), [sample.id, judged.gate, judged.atMs]);
  return useMemo(() => {
    if (was === null || when === null) return true;
    return matchesAsJudged(when, was, judged, { indexed: () => indexedText(was, ownTextsOf), off });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `was` changes with what was judged
  }, [was, when, off]);
}
