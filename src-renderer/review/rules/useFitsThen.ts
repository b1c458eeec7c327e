// Whether a rule, as it reads now, fits a request that it has prepared, found out after that is drawn and in slices where
// words of a large text are asked for.
import { useEffect, useMemo, useState } from "react";
import { ownTextsOf } from "../../../src-shared/filter/texts.ts";
import { fitsThen, whenJudged } from "../../../src-shared/policy/limits/since.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { indexedText, overIn, SLICE_MS, workOnText } from "../../state/requests/indexedTexts.ts";
import { useMirror } from "../../state/mirror.ts";
import type { Judged } from "../../../src-shared/policy/judged.ts";

/** @param when its expression; null where there is no such rule. True also while nobody knows. */
export function useFitsThen(sample: Sample, judged: Judged, when: string | null): boolean {
  const off = useMirror((state) => state.settings.findingsOff);
  // What it was then stays as it was, whatever becomes of it.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const was = useMemo(() => whenJudged(sample, judged), [sample.id, judged.gate, judged.atMs]);
  const [known, setKnown] = useState<{ was: Sample; when: string; fits: boolean } | null>(null);
  useEffect(() => {
    if (was === null || when === null) return undefined;
    const look = (): void => {
      let isMissed = false;
      const indexed = (): string => {
        const text = indexedText(was, ownTextsOf);
        isMissed ||= text === null;
        return text ?? "";
      };
      const fits = fitsThen(when, was, judged, { indexed, off });
      if (isMissed) goOn();
      else setKnown({ was, when, fits });
    };
    const goOn = (): void => {
      if (workOnText(was, overIn(SLICE_MS), ownTextsOf)) look();
      else timer = setTimeout(goOn, 0);
    };
    let timer = setTimeout(look, 0);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [was, when, off]);
  return known?.was !== was || known?.when !== when || known.fits;
}
