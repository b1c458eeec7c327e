// A decision that would exceed a budget: it was not made; the user is told, and may allow it once.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { Decision } from "#shared/sampling/life/decision.ts";
import type { DecisionToken } from "../guard/decisionGuard.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import type { BudgetHold } from "#shared/policy/limits/windows.ts";

export interface OverBudgetPrompt {
  sample: Sample;
  holds: BudgetHold[];
  /** Decides again, beyond the budget. The result is reported where the decision was made. */
  proceed: (token: DecisionToken) => void;
}

const store = createStore<{ now: OverBudgetPrompt | null }>()(() => ({ now: null }));

/** The prompt for this request; a prompt for another request is never shown over it. */
export const useOverBudget = (sampleId: string): OverBudgetPrompt | null =>
  useStore(store, ({ now }) => overBudgetFor(now, sampleId));

export const overBudgetFor = (
  now: OverBudgetPrompt | null,
  sampleId: string,
): OverBudgetPrompt | null => (now?.sample.id === sampleId ? now : null);

/** Opens the prompt; returns a function that closes exactly this prompt, never a later one. */
export function askOverBudget(question: OverBudgetPrompt): () => void {
  store.setState({ now: question });
  return () => {
    if (store.getState().now === question) store.setState({ now: null });
  };
}
export const closeOverBudget = (): void => store.setState({ now: null });
export const currentOverBudget = (): OverBudgetPrompt | null => store.getState().now;

/** A key of everything the prompt says: when it changes, the guard restarts. */
export const overBudgetKey = ({
  sample,
  holds,
}: Pick<OverBudgetPrompt, "sample" | "holds">): string =>
  `beyond ${sample.id} ${sample.revision} ${JSON.stringify(holds)}`;

/** The same decision, with the user's permission to exceed the budget. */
export function allowOverBudget(decision: Decision): Decision {
  switch (decision.kind) {
    case "approve-request":
      return { ...decision, beyond: true };
    case "approve-candidates":
      return { ...decision, runs: decision.runs.map((run) => ({ ...run, beyond: true })) };
    default:
      return decision;
  }
}
