// Cost and usage of a response as rows of facts, as far as the provider counted and prices are known.
import type { ReactNode } from "react";
import { sumOfCosts } from "#shared/models/cost/cost.ts";
import type { Cost, Usage } from "#shared/models/cost/cost.ts";
import type { Attempt, AttemptState } from "#shared/request/life/heldRequest.ts";
import type { T } from "#words/index.ts";
import { decimal } from "#kit/text/time.ts";
import { originWords } from "../originWords.ts";

type Answered = Extract<AttemptState, { kind: "done" | "stopped" }>;
interface Fact {
  name: ReactNode;
  value: ReactNode;
}

/** The cost, and with several attempts their total. */
export function costFacts(
  t: T,
  money: (usd: number) => string,
  state: Answered,
  attempts: readonly Attempt[],
): Fact[] {
  const cost = { name: t("common.cost"), value: costWords(t, money, state) };
  const asked = attempts.filter(
    ({ model, state: { kind } }) => model !== null && kind !== "waiting" && kind !== "withdrawn",
  );
  if (asked.length < 2) return [cost];
  const sum = sumOfCosts(asked.map((attempt) => costOf(attempt.state)));
  const all =
    sum.unknown === 0
      ? sum.atLeast
        ? t("cost.spent.atLeast", { money: money(sum.usd) })
        : money(sum.usd)
      : t("cost.spent.allUnknown", { money: money(sum.usd), count: sum.unknown });
  return [cost, { name: t("common.allResponses"), value: all }];
}

const costOf = (state: AttemptState): Cost | undefined =>
  state.kind === "done" || state.kind === "stopped" ? state.cost : undefined;

function costWords(
  t: T,
  money: (usd: number) => string,
  { cost, usage }: Pick<Answered, "cost" | "usage">,
): string {
  if (cost === undefined) {
    return t(usage?.outputTokens === undefined ? "cost.spent.noUsage" : "cost.spent.noPrice");
  }
  const words =
    cost.missing === undefined
      ? money(cost.usd)
      : t("cost.spent.atLeast", { money: money(cost.usd) });
  const origin = cost.usd === 0 ? "" : originWords(t, cost.origin);
  return origin === "" ? words : `${words} (${origin})`;
}

/** `300 of them reasoning, 20 tokens a second`; empty if nothing is known. */
export function usageMore(
  t: T,
  { usage, tookMs, firstTokenMs }: { usage?: Usage; tookMs: number; firstTokenMs?: number },
): string {
  const {
    outputTokens = 0,
    reasoningTokens = 0,
    cacheReadTokens = 0,
    cacheWriteTokens = 0,
  } = usage ?? {};
  const tokens = (value: number) => ({ tokens: decimal(value) });
  const streamedMs = tookMs - (firstTokenMs ?? 0);
  return [
    cacheReadTokens > 0 && t("cost.spent.cacheRead", tokens(cacheReadTokens)),
    cacheWriteTokens > 0 && t("cost.spent.cacheWrite", tokens(cacheWriteTokens)),
    reasoningTokens > 0 && t("cost.spent.reasoning", tokens(reasoningTokens)),
    // Too few tokens give no useful rate.
    outputTokens >= 10 &&
      streamedMs > 0 &&
      t("cost.spent.rate", { rate: rateWords((1000 * outputTokens) / streamedMs) }),
  ]
    .filter((words) => words !== false)
    .join(", ");
}

const rateWords = (rate: number): string => decimal(rate, rate < 10 ? 1 : 0);
