// How many findings the review shows of a request: its row shows the same count, even after edits.
import type { Tally } from "#shared/findings/tally.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import { updateRequestView, useRequestView } from "./view.ts";

export const setShownTally = (requestId: string, gate: RuleGate, tally: Tally): void =>
  updateRequestView(requestId, () => ({ tally: { ...tally, gate } }));

/** Undefined if it has not been opened at this gate. */
export const useShownTally = (requestId: string, gate: RuleGate): Tally | undefined =>
  useRequestView(requestId, ({ tally }) => (tally?.gate === gate ? tally : undefined));
