// Whether the current version of a rule matches a request that it has changed.
import { useMemo } from "react";
import { ownTextsOf } from "#shared/filter/texts.ts";
import { matchesAsJudged, asJudged } from "#shared/policy/rules/ruleChange.ts";
import type { Judged } from "#shared/policy/judged.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { useMirror } from "#data/mirror.ts";
import { indexedText } from "#data/requests/indexedTexts.ts";

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
