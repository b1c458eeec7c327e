// What a person types over what is known of a model: empty means that the others' word holds.
import type {
  AbilityName,
  ModelAbilities,
  ModelPrices,
} from "../../../src-shared/models/ranking/abilities.ts";
import type { ModelView } from "../../../src-shared/models/model.ts";
import { parseNumber } from "../../ui/controls/Field.tsx";

export const TOKEN_FACTS = ["contextTokens", "outputTokens"] as const;
export const PRICE_FACTS = ["input", "output", "cacheRead"] as const;
export const SWITCH_FACTS = ["images", "audio", "pdf", "tools", "reasoning"] as const;
export type TokenFact = (typeof TOKEN_FACTS)[number];
export type PriceFact = (typeof PRICE_FACTS)[number];
export type SwitchFact = (typeof SWITCH_FACTS)[number];
export type Said = "others" | "yes" | "no";

export interface FactsDraft {
  numbers: Record<TokenFact | PriceFact, string>;
  switches: Record<SwitchFact, Said>;
}

/** Only what the person has said before. */
export function factsDraftOf({ abilities, origins }: ModelView): FactsDraft {
  const own = (name: AbilityName): boolean => origins?.[name]?.source === "person";
  const count = (name: TokenFact): string => (own(name) ? String(abilities[name] ?? "") : "");
  const usd = (name: PriceFact): string =>
    own("prices") ? String(abilities.prices?.[name]?.usd ?? "") : "";
  const said = (name: SwitchFact): Said =>
    own(name) && abilities[name] !== undefined ? (abilities[name] ? "yes" : "no") : "others";
  return {
    numbers: {
      contextTokens: count("contextTokens"),
      outputTokens: count("outputTokens"),
      input: usd("input"),
      output: usd("output"),
      cacheRead: usd("cacheRead"),
    },
    switches: {
      images: said("images"),
      audio: said("audio"),
      pdf: said("pdf"),
      tools: said("tools"),
      reasoning: said("reasoning"),
    },
  };
}

export const NOTHING_SAID: FactsDraft = {
  numbers: { contextTokens: "", outputTokens: "", input: "", output: "", cacheRead: "" },
  switches: {
    images: "others",
    audio: "others",
    pdf: "others",
    tools: "others",
    reasoning: "others",
  },
};

export type FactFault = "number" | "whole" | "negative" | "large";
export type FactFaults = Partial<Record<TokenFact | PriceFact, FactFault>>;

/** What was typed as abilities, or what is wrong with each field. Prices that are not typed stay the others'. */
export function readFacts(
  draft: FactsDraft,
  others: ModelAbilities,
): { ok: true; said: ModelAbilities } | { ok: false; faults: FactFaults } {
  const faults: FactFaults = {};
  const said: ModelAbilities = {};
  for (const name of TOKEN_FACTS) {
    const value = readNumber(draft.numbers[name], true);
    if (typeof value === "string") faults[name] = value;
    else if (value !== null) said[name] = value;
  }
  const prices: ModelPrices = {};
  for (const name of PRICE_FACTS) {
    const value = readNumber(draft.numbers[name], false);
    if (typeof value === "string") faults[name] = value;
    else if (value !== null) prices[name] = { usd: value };
  }
  if (Object.keys(prices).length > 0) said.prices = { ...others.prices, ...prices };
  for (const name of SWITCH_FACTS) {
    if (draft.switches[name] !== "others") said[name] = draft.switches[name] === "yes";
  }
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, said };
}

function readNumber(text: string, tokens: boolean): number | null | FactFault {
  if (text.trim() === "") return null;
  const value = parseNumber(text);
  if (value === null) return "number";
  if (tokens && !Number.isInteger(value)) return "whole";
  if (value < (tokens ? 1 : 0)) return "negative";
  return value > (tokens ? 1_000_000_000 : 1_000_000) ? "large" : value;
}
