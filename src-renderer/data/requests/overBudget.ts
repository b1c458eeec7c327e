// A decision that would exceed a budget: it was not made; the user is told, and may allow it once.
import type { Decision } from "#shared/request/life/decision.ts";
import { requestViewOf, updateRequestView, useRequestView } from "../view.ts";
import type { OverBudgetPrompt } from "../view.ts";

/** The prompt for this request. */
export const useOverBudget = (requestId: string): OverBudgetPrompt | null =>
  useRequestView(requestId, ({ overBudget }) => overBudget);

/** Opens the prompt; returns a function that closes exactly this prompt, never a later one. */
export function askOverBudget(question: OverBudgetPrompt): () => void {
  const { id } = question.request;
  updateRequestView(id, () => ({ overBudget: question }));
  return () => {
    if (requestViewOf(id).overBudget === question) closeOverBudget(id);
  };
}
export const closeOverBudget = (requestId: string): void =>
  updateRequestView(requestId, () => ({ overBudget: null }));

/** A key of everything the prompt says: when it changes, the guard restarts. */
export const overBudgetKey = ({
  request,
  holds,
}: Pick<OverBudgetPrompt, "request" | "holds">): string =>
  `beyond ${request.id} ${request.revision} ${JSON.stringify(holds)}`;

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
