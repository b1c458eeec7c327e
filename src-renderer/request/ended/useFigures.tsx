// The figures of an attempt as rows of facts: tokens, cost, duration.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { Attempt } from "#shared/request/life/heldRequest.ts";
import { useMirror } from "#data/mirror.ts";
import { useMoney } from "#data/money.ts";
import { elapsed } from "#kit/text/time.ts";
import { writtenWords } from "../attemptAuthor.ts";
import { usageWords } from "../attempts/AttemptTabs.tsx";
import { costFacts, usageMore } from "../models/costFacts.ts";
import { findModel } from "../models/findModel.ts";
import { isAnswered } from "../response/useGate2.ts";

type Row = { name: ReactNode; value: ReactNode } | false;

/** Reads an attempt: who generated or wrote it, and its figures, which a response by hand has none of. */
export function useFigures() {
  const t = useT();
  const money = useMoney();
  const models = useMirror((state) => state.models);
  const author = ({ model, by }: Attempt): Row => ({
    name: t("common.model"),
    value: model === null ? writtenWords(t, { by }) : findModel(models, model).name,
  });
  /** @param among attempts whose costs are summed up beside its own */
  const figures = (attempt: Attempt, among: readonly Attempt[]): Row[] => {
    const { state, model, document } = attempt;
    if (model === null) return [];
    return [
      "usage" in state &&
        state.usage !== undefined && {
          name: t("common.tokensTitle"),
          value: (
            <>
              {usageWords(t, state.usage, document.maxTokens)}{" "}
              <span className="ink3">{usageMore(t, state)}</span>
            </>
          ),
        },
      ...(isAnswered(attempt) ? costFacts(t, money, attempt.state, among) : []),
      "tookMs" in state && { name: t("common.duration"), value: elapsed(t, state.tookMs) },
    ];
  };
  return { author, figures };
}
