// The three priorities of a server as one number for each model: what this request would cost, how quickly it would
// be answered, how able the model is. Each part lies between 0 (worst) and 1 (best).
import type { ModelPreferences } from "../../sampling/document/message.ts";
import { priceAt } from "./abilities.ts";
import type { ModelAbilities } from "./abilities.ts";
import { kinOf } from "./families.ts";
import type { Tier } from "./families.ts";

export const PRIORITIES = ["cost", "speed", "intelligence"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** How quickly a model answered here. */
export interface MeasuredSpeed {
  /** Over the whole time of the answers, the wait for the first token included. */
  tokensPerSecond: number;
  /** Answers that were measured. */
  runs: number;
}

/** Where a part of a score comes from: `guessed` by the size that the name tells, `unknown` is in the middle. */
export type Ground = "known" | "guessed" | "unknown";

export interface Part {
  value: number;
  ground: Ground;
}

export interface Score {
  /** The weighted mean of the parts. */
  total: number;
  parts: Record<Priority, Part>;
  /** The part that adds most to the total. */
  lead: Priority;
}

export type Weights = Record<Priority, number>;

/** The priorities as weights, each within 0 and 1; null where the server has none ("Model Preferences"). */
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
  /** The most that the answer may have. */
  answerTokens: number;
}

/** What the request costs at most with this model, in USD; null where its price is not known. */
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

const MIDDLE: Part = { value: 0.5, ground: "unknown" };
/** Free and nearly free are the same, USD. */
const CENT_OF_CENT = 1e-4;
/** At 1 USD a request nothing is left of the part. */
const DEAR = 1;

/** Each tenfold of the price counts alike. */
function costPart(usd: number | null): Part {
  if (usd === null) return MIDDLE;
  const value = 1 - Math.log((usd + CENT_OF_CENT) / CENT_OF_CENT) / Math.log(DEAR / CENT_OF_CENT);
  return { value: clamp(value), ground: "known" };
}

/** Small models are quicker and less able than large ones of the same maker; what was measured counts more. */
const BY_TIER: Record<Tier, { speed: number; intelligence: number }> = {
  1: { speed: 0.8, intelligence: 0.2 },
  2: { speed: 0.65, intelligence: 0.5 },
  3: { speed: 0.45, intelligence: 0.75 },
  4: { speed: 0.3, intelligence: 0.95 },
};

/** 100 ms are 1, 100 s are 0; each tenfold of the time counts alike. */
function speedPart(speed: MeasuredSpeed | undefined, tier: Tier | null, answer: number): Part {
  if (speed !== undefined && speed.tokensPerSecond > 0) {
    const tookMs = (1000 * answer) / speed.tokensPerSecond;
    return { value: clamp(1 - Math.log10(Math.max(tookMs, 1) / 100) / 3), ground: "known" };
  }
  return tier === null ? MIDDLE : { value: BY_TIER[tier].speed, ground: "guessed" };
}

/** @param age years since the newest model that is listed; null where the release is not known */
function abilityPart(tier: Tier | null, age: number | null): Part {
  if (tier === null) return MIDDLE;
  const older = age === null ? 0 : Math.min(0.2, age * 0.08);
  return { value: clamp(BY_TIER[tier].intelligence - older), ground: "guessed" };
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Answers are seldom as long as they may be: speeds are compared at this length at most. */
const USUAL_ANSWER = 500;

export interface Scored {
  modelId: string;
  abilities: ModelAbilities;
  speed?: MeasuredSpeed;
}

/** @param newest the year of the newest model that is listed, with its part of a year; null: not known */
export function scoreOf(
  model: Scored,
  weights: Weights,
  sizes: Sizes,
  newest: number | null,
): Score {
  const tier = kinOf(model.modelId)?.tier ?? null;
  const released = yearOf(model.abilities.released);
  const age = released === null || newest === null ? null : Math.max(0, newest - released);
  const parts: Record<Priority, Part> = {
    cost: costPart(costOf(model.abilities, sizes)),
    speed: speedPart(model.speed, tier, Math.min(sizes.answerTokens, USUAL_ANSWER)),
    intelligence: abilityPart(tier, age),
  };
  let total = 0;
  let sum = 0;
  let lead: Priority = "cost";
  let most = -1;
  for (const name of PRIORITIES) {
    const adds = weights[name] * parts[name].value;
    total += adds;
    sum += weights[name];
    if (adds > most) [lead, most] = [name, adds];
  }
  return { total: total / sum, parts, lead };
}

/** `2025-08-07` and `2025-08` as a year with its part. */
export function yearOf(released: string | undefined): number | null {
  const found = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(released ?? "");
  if (found === null) return null;
  return Number(found[1]) + (Number(found[2] ?? 1) - 1) / 12 + (Number(found[3] ?? 1) - 1) / 365;
}
