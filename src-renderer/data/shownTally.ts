// How many findings the review shows of a request: its row shows the same count, even after edits.
import type { Tally } from "#shared/findings/tally.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import { updateRequestView, useRequestView } from "./view.ts";

export const setShownTally = (sampleId: string, gate: RuleGate, tally: Tally): void =>
  updateRequestView(sampleId, () => ({ tally: { ...tally, gate } }));

/** Undefined if it has not been opened at this gate. */
export const useShownTally = (sampleId: string, gate: RuleGate): Tally | undefined =>
  useRequestView(sampleId, ({ tally }) => (tally?.gate === gate ? tally : undefined));
