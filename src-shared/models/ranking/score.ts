// Turns a server's three priorities into one score per model: cost of this request, expected speed and capability,
// each between 0 (worst) and 1 (best).
import type { ModelPreferences } from "../../request/document/message.ts";
import { priceAt } from "../cost/priceAt.ts";
import type { ModelAbilities } from "./abilities.ts";
import { familyAndTierOf } from "./families.ts";
import type { Tier } from "./families.ts";

export const PRIORITIES = ["cost", "speed", "intelligence"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A model's measured speed on this machine. */
export interface MeasuredSpeed {
  /** Over the whole duration, including the wait for the first token. */
  tokensPerSecond: number;
  /** The number of measured generations. */
  runs: number;
}

export interface Score {
  /** The weighted mean of the three parts; an unknown part counts as 0.5. */
  total: number;
  /** Null if unknown. */
  intelligence: number | null;
  /** The part that contributes most to the total. */
  lead: Priority;
}

export type Weights = Record<Priority, number>;

/** The priorities as weights between 0 and 1; null if the server sets none ("Model Preferences"). */
export function weightsOf(preferences: ModelPreferences | undefined): Weights | null {
  const weight = (value: number | undefined): number =>
    value === undefined || !Number.isFinite(value) ? 0 : Math.min(1, Math.max(0, value));
  const weights = {
    cost: weight(preferences?.costPriority),
    speed: weight(preferences?.speedPriority),
    intelligence: weight(preferences?.intelligencePriority),
  };
  return PRIORITIES.some((name) => weights[name] > 0) ? weights : null;
}

export interface Sizes {
  promptTokens: number;
  /** The longest possible response. */
  answerTokens: number;
}

/** The request's maximum cost with this model in USD; null if a price is unknown. */
export function costOf(abilities: ModelAbilities, sizes: Sizes): number | null {
  const { input, output, requestUsd } = abilities.prices ?? {};
  if (input === undefined || output === undefined) return null;
  const answer = Math.min(sizes.answerTokens, abilities.outputTokens ?? Infinity);
  return (
    (sizes.promptTokens * priceAt(input, sizes.promptTokens) +
      answer * priceAt(output, sizes.promptTokens)) /
      1e6 +
    (requestUsd ?? 0)
  );
}

const MIDDLE = 0.5;
/** USD; costs below this are treated as nearly free. */
const CENT_OF_CENT = 1e-4;
/** USD per request at which the score reaches 0. */
const DEAR = 1;

/** Logarithmic: each factor of ten counts the same. */
function costPart(usd: number | null): number | null {
  if (usd === null) return null;
  const value = 1 - Math.log((usd + CENT_OF_CENT) / CENT_OF_CENT) / Math.log(DEAR / CENT_OF_CENT);
  return clamp(value);
}

/** Assumptions by tier: smaller models are faster and less capable. Measured speeds take precedence. */
const BY_TIER: Record<Tier, { speed: number; intelligence: number }> = {
  1: { speed: 0.8, intelligence: 0.2 },
  2: { speed: 0.65, intelligence: 0.5 },
  3: { speed: 0.45, intelligence: 0.75 },
  4: { speed: 0.3, intelligence: 0.95 },
};

/** Logarithmic: 100 ms score 1, 100 s score 0. */
function speedPart(
  speed: MeasuredSpeed | undefined,
  tier: Tier | null,
  answer: number,
): number | null {
  if (speed !== undefined && speed.tokensPerSecond > 0) {
    const tookMs = (1000 * answer) / speed.tokensPerSecond;
    return clamp(1 - Math.log10(Math.max(tookMs, 1) / 100) / 3);
  }
  return tier === null ? null : BY_TIER[tier].speed;
}

/** @param age years between this model's release and that of the newest listed model; null if unknown */
function abilityPart(tier: Tier | null, age: number | null): number | null {
  if (tier === null) return null;
  const older = age === null ? 0 : Math.min(0.2, age * 0.08);
  return clamp(BY_TIER[tier].intelligence - older);
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Speeds are compared at this length at most, because responses rarely use the full limit. */
const USUAL_ANSWER = 500;

export interface ModelToScore {
  modelId: string;
  abilities: ModelAbilities;
  speed?: MeasuredSpeed;
}

/**
 * The score of one model.
 * @param newest release of the newest listed model as a decimal year; null if unknown
 */
export function scoreOf(
  model: ModelToScore,
  weights: Weights,
  sizes: Sizes,
  newest: number | null,
): Score {
  const tier = familyAndTierOf(model.modelId)?.tier ?? null;
  const released = yearOf(model.abilities.released);
  const age = released === null || newest === null ? null : Math.max(0, newest - released);
  const parts: Record<Priority, number | null> = {
    cost: costPart(costOf(model.abilities, sizes)),
    speed: speedPart(model.speed, tier, Math.min(sizes.answerTokens, USUAL_ANSWER)),
    intelligence: abilityPart(tier, age),
  };
  let total = 0;
  let sum = 0;
  let lead: Priority = "cost";
  let most = -1;
  for (const name of PRIORITIES) {
    const adds = weights[name] * (parts[name] ?? MIDDLE);
    total += adds;
    sum += weights[name];
    if (adds > most) [lead, most] = [name, adds];
  }
  return { total: total / sum, intelligence: parts.intelligence, lead };
}

/** `2025-08-07` or `2025-08` as a decimal year. */
export function yearOf(released: string | undefined): number | null {
  const found = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(released ?? "");
  if (found === null) return null;
  return Number(found[1]) + (Number(found[2] ?? 1) - 1) / 12 + (Number(found[3] ?? 1) - 1) / 365;
}
