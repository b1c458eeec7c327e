// Drops the findings of kinds that the user turned off, and those in accepted texts. They are found nevertheless, so that
// redacting a group redacts all of it.
import type { Inspection } from "./inspection.ts";
import { FINDING_KINDS } from "./kinds.ts";
import type { FindingKind } from "./kinds.ts";

/**
 * The scan without the disabled kinds and accepted texts, except those of the groups `besides`; `more` no longer counts
 * the disabled either. The same object where nothing is dropped.
 */
export function withoutDisabledKinds(
  inspection: Inspection,
  off: readonly FindingKind[],
  besides: readonly string[] = [],
): Inspection {
  if (off.length === 0 && inspection.findings.every(({ accepted }) => accepted !== true))
    return inspection;
  const gone = new Set(off.filter((kind) => !besides.includes(FINDING_KINDS[kind].group)));
  const { moreOf = {} } = inspection;
  const unwanted = [...gone].reduce((sum, kind) => sum + (moreOf[kind] ?? 0), 0);
  return {
    ...inspection,
    findings: inspection.findings.filter(
      ({ kind, accepted }) =>
        !gone.has(kind) && (accepted !== true || besides.includes(FINDING_KINDS[kind].group)),
    ),
    more: inspection.more - unwanted,
  };
}
