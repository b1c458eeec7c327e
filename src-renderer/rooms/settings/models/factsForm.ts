// The user's own values for a model's facts, from a form. An empty field keeps the value of other sources, or the
// default wait.
import { z } from "zod";
import type { AbilityName, ModelAbilities } from "#shared/models/ranking/abilities.ts";
import type { ModelView } from "#shared/models/model.ts";
import { WAIT_SECONDS_MAX } from "#shared/models/waits.ts";
import type { T } from "#words/index.ts";
import { typedNumber } from "#kit/form/typed.ts";

export const TOKEN_FACTS = ["contextTokens", "outputTokens"] as const;
export const PRICE_FACTS = ["input", "output", "cacheRead"] as const;
export const SWITCH_FACTS = ["images", "audio", "pdf", "tools", "reasoning"] as const;
export const WAIT_FACTS = ["connectSeconds", "firstTokenSeconds", "idleSeconds"] as const;
export type TokenFact = (typeof TOKEN_FACTS)[number];
export type PriceFact = (typeof PRICE_FACTS)[number];
export type SwitchFact = (typeof SWITCH_FACTS)[number];
export type WaitFact = (typeof WAIT_FACTS)[number];

const SAID = { others: undefined, yes: true, no: false } as const;
export type Override = keyof typeof SAID;

export const factsForm = (t: T, others: ModelAbilities) => {
  const number = z.number(t("common.enterANumber"));
  const large = t("ranking.form.fault.large");
  const small = t("ranking.form.fault.negative");
  const tokens = number.max(1_000_000_000, large).int(t("common.enterAWholeNumber")).min(1, small);
  const usd = number.max(1_000_000, large).min(0, small);
  const wait = t("ranking.form.waitFault");
  const seconds = z.int(wait).min(1, wait).max(WAIT_SECONDS_MAX, wait);
  return z
    .object({
      ...each(TOKEN_FACTS, () => typedNumber(tokens)),
      ...each(PRICE_FACTS, () => typedNumber(usd.transform((usd) => ({ usd })))),
      ...each(SWITCH_FACTS, () => z.enum(["others", "yes", "no"]).transform((said) => SAID[said])),
      ...each(WAIT_FACTS, () => typedNumber(seconds)),
    })
    .transform((typed) => {
      const prices = given(PRICE_FACTS, typed);
      const said: ModelAbilities = {
        ...given(TOKEN_FACTS, typed),
        ...given(SWITCH_FACTS, typed),
        // Prices left empty keep the other sources' values.
        ...(Object.keys(prices).length === 0 ? {} : { prices: { ...others.prices, ...prices } }),
      };
      return {
        said: Object.keys(said).length === 0 ? null : said,
        waits: given(WAIT_FACTS, typed),
      };
    });
};

/** Only values that the user entered. */
export function factsFormValues({
  abilities,
  origins,
  waits,
}: Pick<ModelView, "abilities" | "origins" | "waits">): z.input<ReturnType<typeof factsForm>> {
  const own = (name: AbilityName): boolean => origins?.[name]?.source === "person";
  const price = (name: PriceFact) => (own("prices") ? abilities.prices?.[name]?.usd : undefined);
  return {
    ...each(TOKEN_FACTS, (name) => String((own(name) ? abilities[name] : undefined) ?? "")),
    ...each(PRICE_FACTS, (name) => String(price(name) ?? "")),
    ...each(SWITCH_FACTS, (name): Override => {
      if (!own(name) || abilities[name] === undefined) return "others";
      return abilities[name] ? "yes" : "no";
    }),
    ...each(WAIT_FACTS, (name) => String(waits?.[name] ?? "")),
  };
}

const each = <N extends string, V>(names: readonly N[], of: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<N, V>;

const given = <V extends object, N extends keyof V>(names: readonly N[], typed: V) =>
  Object.fromEntries(
    names.flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name]]])),
  ) as { [K in N]?: NonNullable<V[K]> };
