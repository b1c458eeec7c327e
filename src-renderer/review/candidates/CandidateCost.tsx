// Upper bounds of what several candidates cost, shown before they are approved.
import type { ModelRef } from "../../../src-shared/models/model.ts";
import { costOf } from "../../../src-shared/models/ranking/score.ts";
import { useT } from "../../i18n/index.ts";
import { useMoney } from "../../state/money.ts";
import type { Plan } from "./candidatePlan.ts";
import type { Ranked } from "../models/ranking.ts";

/** The most that one response of a model can cost, in USD; null if its price or its longest response is not known. */
export function mostUsd(
  ranked: Ranked,
  model: ModelRef,
  promptTokens: number,
  maxTokens: number | undefined,
): number | null {
  const abilities = ranked.of(model)?.view.abilities;
  const answerTokens = maxTokens ?? abilities?.outputTokens;
  if (abilities === undefined || answerTokens === undefined) return null;
  return costOf(abilities, { promptTokens, answerTokens });
}

/** The most that all of them can cost together; says how many have no known price. Nothing if none has. */
export function TotalCost({
  plan,
  ranked,
  tokens,
}: {
  plan: Plan;
  ranked: Ranked;
  tokens: number;
}) {
  const t = useT();
  const money = useMoney();
  const each = plan.runs.map(({ model, document }) =>
    mostUsd(ranked, model, tokens, document.maxTokens),
  );
  const known = each.filter((usd) => usd !== null);
  if (known.length === 0) return null;
  const sum = money(known.reduce((total, usd) => total + usd, 0));
  const unpriced = each.length - known.length;
  return ` ${
    unpriced === 0
      ? t("candidates.ask.together", { money: sum })
      : t("candidates.ask.togetherBut", { money: sum, count: unpriced })
  }`;
}
