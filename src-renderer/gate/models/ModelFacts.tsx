// What is known of the selected model: reason for its rank, price, abilities, speed, and the source of each.
import { useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import type { AbilityName, ModelPrices } from "#shared/models/ranking/abilities.ts";
import type { Need } from "#shared/models/ranking/needs.ts";
import type { RankedModel } from "#shared/models/ranking/rank.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { useMoney } from "#data/money.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { FactList } from "#kit/layout/Section.tsx";
import { originWords } from "#request/originWords.ts";
import { decimal } from "#kit/text/time.ts";
import { bestWords, tokensWords, whyWords } from "./rankWords.ts";
import s from "./ModelPicker.module.css";

type Facts = ComponentProps<typeof FactList>["rows"];

/** Remembered across requests while the window is open. */
let wasOpen = false;

export function ModelFacts({ model, needs }: { model: RankedModel; needs: readonly Need[] }) {
  const t = useT();
  const money = useMoney();
  const [open, setOpen] = useState(wasOpen);
  return (
    <div className={s.known}>
      <LinkButton
        aria-expanded={open}
        onClick={() => {
          wasOpen = !open;
          setOpen(!open);
        }}
      >
        {t(open ? "ranking.facts.close" : "ranking.facts.open")}
      </LinkButton>
      {open && <FactList rows={factsOf(t, money, model, needs)} />}
    </div>
  );
}

function factsOf(
  t: T,
  money: (usd: number) => string,
  model: RankedModel,
  needs: readonly Need[],
): Facts {
  const { abilities, origins } = model.view;
  const { why } = model;
  /** A fact with its source below. */
  const said = (fact: ReactNode, name: AbilityName) => {
    const words = originWords(t, origins?.[name]);
    return (
      <>
        {fact}
        {words !== "" && <span className={s.from}>{words}</span>}
      </>
    );
  };
  return [
    {
      name: t("ranking.facts.why"),
      value: (
        <>
          {whyWords(t, model, needs)}{" "}
          {"hint" in why && model.obstacle === null && <Quote cut>{why.hint}</Quote>}
        </>
      ),
    },
    model.best.length > 0 && {
      name: t("ranking.facts.best"),
      value: model.best.map((best) => bestWords(t, best, needs)).join(" · "),
    },
    {
      name: t("ranking.facts.price"),
      value: said(pricesWords(t, money, abilities.prices), "prices"),
    },
    model.costUsd !== null && {
      name: t("ranking.facts.cost"),
      value: money(model.costUsd),
    },
    {
      name: t("common.context"),
      value: said(
        abilities.contextTokens === undefined
          ? t("common.unknown")
          : tokensWords(t, abilities.contextTokens),
        "contextTokens",
      ),
    },
    abilities.outputTokens !== undefined && {
      name: t("ranking.facts.output"),
      value: said(tokensWords(t, abilities.outputTokens), "outputTokens"),
    },
    {
      name: t("ranking.facts.takes"),
      value: said(takesWords(t, model), "images"),
    },
    {
      name: t("ranking.form.tools"),
      value: said(yesNo(t, abilities.tools), "tools"),
    },
    abilities.released !== undefined && {
      name: t("ranking.facts.released"),
      value: said(abilities.released, "released"),
    },
    {
      name: t("ranking.facts.speed"),
      value: speedWords(t, model),
    },
  ];
}

function pricesWords(
  t: T,
  money: (usd: number) => string,
  prices: ModelPrices | undefined,
): string {
  const { input, output } = prices ?? {};
  if (input === undefined || output === undefined) return t("common.unknown");
  if (input.usd === 0 && output.usd === 0) return t("cost.free");
  const words = t("ranking.facts.prices", {
    input: money(input.usd),
    output: money(output.usd),
  });
  const [tier] = input.tiers ?? output.tiers ?? [];
  const longer =
    tier === undefined
      ? ""
      : t("ranking.facts.dearer", { tokens: tokensWords(t, tier.aboveTokens) });
  return `${words}${longer}`;
}

/** `text, images; unknown: audio`. */
function takesWords(t: T, { view: { abilities } }: RankedModel): string {
  const kinds = ["images", "audio", "pdf", "video"] as const;
  const taken = kinds.filter((kind) => abilities[kind] === true);
  const unknown = kinds.slice(0, 2).filter((kind) => abilities[kind] === undefined);
  const list = (names: readonly (typeof kinds)[number][]): string =>
    names.map((kind) => t(`ranking.kind.${kind}`)).join(", ");
  const known = [t("common.text"), ...(taken.length === 0 ? [] : [list(taken)])].join(", ");
  return unknown.length === 0
    ? known
    : t("ranking.facts.takesUnknown", { known, unknown: list(unknown) });
}

const speedWords = (t: T, { speed }: RankedModel): string =>
  speed === null
    ? t("ranking.facts.notMeasured")
    : t("ranking.facts.measured", {
        rate: decimal(speed.tokensPerSecond, speed.tokensPerSecond < 10 ? 1 : 0),
        count: speed.runs,
      });

const yesNo = (t: T, value: boolean | undefined): string =>
  t(value === undefined ? "common.unknown" : value ? "ranking.yes" : "ranking.no");
