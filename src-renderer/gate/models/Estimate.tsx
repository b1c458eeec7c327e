// An estimate of the tokens that a request takes, and what it is likely to cost and at most.
import { KEYS } from "#shared/shortcuts.ts";
import type { ReactNode } from "react";
import { estimateOf, likelyOutput } from "#shared/models/cost/estimate.ts";
import type { Estimate, PromptTokens } from "#shared/models/cost/estimate.ts";
import type { ModelView } from "#shared/models/model.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { useMoney } from "#data/money.ts";
import { cx } from "#kit/cx.ts";
import type { OpeningRow } from "../gate.ts";
import { FactList } from "#kit/layout/Section.tsx";
import { decimal } from "#kit/text/time.ts";
import s from "./Estimate.module.css";

export interface EstimateProps {
  document: RequestDocument;
  prompt: PromptTokens;
  /** Undefined if no model is selected. */
  model: ModelView | undefined;
}

const estimated = ({ document, prompt, model }: EstimateProps): Estimate =>
  estimateOf(prompt.total, document.maxTokens, model?.abilities ?? {});

/** The most it can cost, in words: `free`, `at most $0.0023`. */
export function useAtMost(props: EstimateProps): string {
  const t = useT();
  const money = useMoney();
  const { likelyUsd, worstUsd } = estimated(props);
  if (worstUsd === 0) return t("cost.free");
  if (worstUsd !== undefined) return t("common.atMostMoney", { money: money(worstUsd) });
  return likelyUsd === undefined
    ? t("cost.estimate.noPrice")
    : t("cost.estimate.likely", { money: money(likelyUsd) });
}

/** A row of the side panel with what it is likely to cost and at most; opened, the details. */
export function useCostRow(props: EstimateProps): OpeningRow {
  const t = useT();
  const money = useMoney();
  const most = useAtMost(props);
  const { promptShare = 0, fullShare = 0, likelyUsd = 0, worstUsd = 0 } = estimated(props);
  const words =
    likelyUsd < worstUsd
      ? t("cost.estimate.both", { likely: money(likelyUsd), most: money(worstUsd) })
      : most;
  return {
    id: "cost",
    label: t("common.cost"),
    keys: KEYS.cost,
    value: (
      <span className="capital">{props.model === undefined ? t("common.unknown") : words}</span>
    ),
    tone: fullShare > 1 ? "warn" : undefined,
    why: fullShare > 1 ? t(`cost.estimate.${promptShare > 1 ? "tooLong" : "tight"}`) : undefined,
    body: detailsOf(t, money, props),
  };
}

function detailsOf(t: T, money: (usd: number) => string, props: EstimateProps): ReactNode {
  const { prompt, model } = props;
  const abilities = model?.abilities;
  const estimate = estimated(props);
  const { promptShare, fullShare, promptUsd, likelyUsd, worstUsd, answerTokens } = estimate;
  const context = abilities?.contextTokens;
  return (
    <>
      <FactList
        rows={[
          {
            name: t("common.prompt"),
            value: (
              <>
                {t("cost.estimate.about", { count: prompt.total })}
                <span className={s.more}>{partsWords(t, prompt)}</span>
              </>
            ),
          },
          promptShare !== undefined &&
            fullShare !== undefined &&
            context !== undefined && {
              name: t("cost.estimate.window"),
              value: (
                <>
                  {t("cost.estimate.share", {
                    percent: percent(promptShare),
                    tokens: decimal(context),
                  })}
                  {/* The prompt, then the longest response. */}
                  <span className={s.window} aria-hidden>
                    <span
                      className={cx(s.full, fullShare > 1 && s.over)}
                      style={{ width: width(fullShare) }}
                    />
                    <span
                      className={cx(s.prompt, promptShare > 1 && s.over)}
                      style={{ width: width(promptShare) }}
                    />
                  </span>
                  <span className={cx(s.more, fullShare > 1 && "warn")}>
                    {promptShare > 1
                      ? t("cost.estimate.over", { tokens: decimal(context) })
                      : fullShare > 1
                        ? t("cost.estimate.tight")
                        : t("cost.estimate.withAnswer", { percent: percent(fullShare) })}
                  </span>
                </>
              ),
            },
          promptUsd !== undefined && { name: t("cost.estimate.price"), value: money(promptUsd) },
          likelyUsd !== undefined &&
            likelyUsd > 0 && {
              name: t("cost.estimate.likelyName"),
              value: t("cost.estimate.worstWith", {
                money: money(likelyUsd),
                tokens: decimal(likelyOutput(answerTokens ?? Infinity)),
              }),
            },
          worstUsd !== undefined &&
            worstUsd > 0 && {
              name: t("cost.estimate.worst"),
              value: t("cost.estimate.worstWith", {
                money: money(worstUsd),
                tokens: decimal(answerTokens ?? 0),
              }),
            },
        ]}
      />
      <p className={s.note}>
        {abilities !== undefined && promptUsd === undefined && `${t("cost.estimate.unpriced")} `}
        {t("cost.estimate.estimated")}
      </p>
    </>
  );
}

/** Of a part of the bar that is the context window. */
const width = (share: number): string => `${Math.min(100, share * 100)}%`;

function partsWords(t: T, { system, messages, tools, media }: PromptTokens): string {
  const words = t("cost.estimate.parts", {
    system: decimal(system),
    messages: decimal(messages),
    tools: decimal(tools),
  });
  return media === 0 ? words : `${words}, ${t("cost.estimate.media", { count: media })}`;
}

/** Whole percents from 1 % on, one decimal below. */
function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.1) return "<0.1 %";
  return `${decimal(value, value < 1 ? 1 : 0)} %`;
}
