// A decision that would go beyond a budget: it was not taken; the person is told, and may let it go beyond once.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { Decision } from "../../../src-shared/sampling/life/decision.ts";
import type { Leave } from "../../hand/arm.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { BudgetHold } from "../../../src-shared/policy/limits/windows.ts";

export interface OverBudget {
  sample: Sample;
  holds: BudgetHold[];
  /** Decides again, beyond it. What becomes of that is told where the decision was made. */
  go: (leave: Leave) => void;
}

const store = createStore<{ now: OverBudget | null }>()(() => ({ now: null }));

/** The question about this request; none about another one is ever shown over it. */
export const useOverBudget = (sampleId: string): OverBudget | null =>
  useStore(store, ({ now }) => overBudgetOf(now, sampleId));

export const overBudgetOf = (now: OverBudget | null, sampleId: string): OverBudget | null =>
  now?.sample.id === sampleId ? now : null;

/** Asks; gives what takes exactly this question away again, and nothing that was asked after it. */
export function askOverBudget(question: OverBudget): () => void {
  store.setState({ now: question });
  return () => {
    if (store.getState().now === question) store.setState({ now: null });
  };
}
export const closeOverBudget = (): void => store.setState({ now: null });
export const overBudgetNow = (): OverBudget | null => store.getState().now;

/** Names all that the question says: another name is another question, and its guard starts anew. */
export const overBudgetGuard = ({ sample, holds }: Pick<OverBudget, "sample" | "holds">): string =>
  `beyond ${sample.id} ${sample.revision} ${JSON.stringify(holds)}`;

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
