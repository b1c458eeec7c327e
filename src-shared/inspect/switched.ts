// What of a look the user wants to be told of. Kinds that are turned off are found all the same: whoever has a group
// taken out has all of it taken out.
import type { Inspection } from "./inspection.ts";
import { FINDING_KINDS } from "./kinds.ts";
import type { FindingKind } from "./kinds.ts";

/**
 * The look without the kinds that are turned off, those of the groups `besides` excepted; `more` counts what is
 * wanted alone. The same object where nothing is turned off.
 */
export function switchedOn(
  inspection: Inspection,
  off: readonly FindingKind[],
  besides: readonly string[] = [],
): Inspection {
  if (off.length === 0) return inspection;
  const gone = new Set(off.filter((kind) => !besides.includes(FINDING_KINDS[kind].group)));
  const { moreOf = {} } = inspection;
  const unwanted = [...gone].reduce((sum, kind) => sum + (moreOf[kind] ?? 0), 0);
  return {
    ...inspection,
    findings: inspection.findings.filter(({ kind }) => !gone.has(kind)),
    more: inspection.more - unwanted,
  };
}
