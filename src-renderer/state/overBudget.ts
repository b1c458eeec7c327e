// A decision that would go beyond a budget: it was not taken; the person is told, and may let it go beyond once.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { Decision } from "../../src-shared/ipc/contract.ts";
import type { BudgetHold } from "../../src-shared/policy/budget.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";

export interface OverBudget {
  sample: Sample;
  hash: string;
  decision: Decision;
  holds: BudgetHold[];
}

export const overBudget = createStore<{ now: OverBudget | null }>()(() => ({ now: null }));
export const useOverBudget = (): OverBudget | null => useStore(overBudget, ({ now }) => now);

/** The same decision, with the person's word that it may go beyond. */
export function beyond(decision: Decision): Decision {
  switch (decision.kind) {
    case "approve-request":
      return { ...decision, beyond: true };
    case "approve-candidates":
      return { ...decision, runs: decision.runs.map((run) => ({ ...run, beyond: true })) };
    default:
      return decision;
  }
}
