// Usage and cost of one generation, stored beside its row so that totals need not parse rows.
import type { Spend } from "#shared/rules/limits/budget.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Spent } from "../ports.ts";

/** Usage and cost from an event that ends a generation; undefined for other events and for answers by hand. */
export function spentOf(request: HeldRequest, event: RequestEvent): Spent | undefined {
  if (
    event.kind !== "attempt-done" &&
    event.kind !== "attempt-stopped" &&
    event.kind !== "attempt-failed"
  ) {
    return undefined;
  }
  const attempt = request.attempts.find(({ id }) => id === event.attemptId);
  if (attempt === undefined || attempt.model === null) return undefined;
  const { serverId, name } = request.requester;
  const facts = {
    serverId,
    serverName: name,
    model: attempt.model,
    tookMs: event.tookMs,
    outcome: event.kind === "attempt-done" ? "done" : OUTCOMES[event.kind],
    ...(event.estimate === undefined ? {} : { estimate: event.estimate }),
  } as const;
  if (event.kind === "attempt-failed") return facts;
  const { usage, cost, firstTokenMs } = event;
  return {
    ...facts,
    ...(usage === undefined ? {} : { usage }),
    ...(cost === undefined ? {} : { cost }),
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
  };
}

/** What budgets count of an ended generation; nothing of one that failed before any output. */
export function usedBy({ outcome, usage, cost, estimate }: Spent): Spend {
  const { inputTokens = 0, outputTokens = 0 } = estimate ?? usage ?? {};
  const isPriced = cost !== undefined && cost.missing === undefined;
  const isFree = outcome === "failed" && estimate === undefined;
  return {
    tokens: inputTokens + outputTokens,
    usd: estimate?.usd ?? cost?.usd ?? 0,
    unpriced: isPriced || isFree || estimate?.usd !== undefined ? 0 : 1,
  };
}

const OUTCOMES = { "attempt-stopped": "stopped", "attempt-failed": "failed" } as const;
