// How many findings the review shows of a request: its row shows the same count, even after edits.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { Tally } from "#shared/inspect/tally.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";

type Shown = Readonly<Record<string, Tally & { gate: RuleGate }>>;

const KEPT_MAX = 1000;
const shown = createStore<Shown>()(() => ({}));

export function setShownTally(sampleId: string, gate: RuleGate, tally: Tally): void {
  const now = shown.getState();
  const full = Object.keys(now).length >= KEPT_MAX;
  shown.setState({ ...(full ? {} : now), [sampleId]: { ...tally, gate } }, true);
}

/** Undefined if it has not been opened at this gate. */
export function useShownTally(sampleId: string, gate: RuleGate): Tally | undefined {
  const tally = useStore(shown, (state) => state[sampleId]);
  return tally?.gate === gate ? tally : undefined;
}
