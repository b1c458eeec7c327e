// Orders the user's models by how well they suit a request, each with the reason for its place. Hints come before
// priorities ("Model Preferences", all protocol versions); neither hides a model.
import { completionIn } from "../../request/kinds/completion/document.ts";
import { hintsOf } from "./hints.ts";
import type { Hint } from "./hints.ts";
import type { RequestDocument } from "../../request/document/message.ts";
import { allows, names } from "../../servers/policy/modelPolicy.ts";
import type { ModelPolicy, NamedModel } from "../../servers/policy/modelPolicy.ts";
import { plainName } from "./families.ts";
import type { Tier } from "./families.ts";
import { misfitsOf, type Misfit } from "./misfits.ts";
import { sameModel } from "../model.ts";
import type { ModelRef, ModelView, ModelsView, ProviderView } from "../model.ts";
import type { Failure } from "../../outcome.ts";
import { namedAs } from "./named.ts";
import { needsOf, obstacleOf } from "./needs.ts";
import type { Need, Obstacle } from "./needs.ts";
import { costOf, scoreOf, weightsOf, yearOf } from "./score.ts";
import { likest, USUAL_TIER } from "./similar.ts";
import type { Similarity } from "./similar.ts";
import type { MeasuredSpeed, Score, Sizes, Weights } from "./score.ts";
import { traitsOf, type ProviderTraits } from "./traits.ts";

/** The reason for a model's place; the window translates it. `index` is the hint's, from 0. */
export type PlaceReason =
  | { kind: "always" }
  | { kind: "used-before" }
  /** `isProgram`: a program names the model that it wants, where a server gives hints. */
  | { kind: "hint"; index: number; hint: string; isProgram?: true }
  | { kind: "maps"; index: number; hint: string; likeness: Similarity; tier: Tier }
  | { kind: "server-first" }
  | { kind: "score" }
  | { kind: "default" }
  /** Another desk of the team generates, and offers it. */
  | { kind: "offered" }
  | { kind: "none" };

/** What a model is best at among those without an obstacle. */
export type Best = "cheapest" | "fastest" | "ablest";

export interface RankedModel {
  ref: ModelRef;
  name: string;
  provider: string;
  onThisMachine: boolean;
  view: ModelView;
  speed: MeasuredSpeed | null;
  why: PlaceReason;
  /** Null if the server sends no priorities. */
  score: Score | null;
  best: Best[];
  /** Maximum cost in USD; null if unknown. */
  costUsd: number | null;
  /** The user's default model. */
  isDefault: boolean;
  obstacle: Obstacle | null;
}

export interface Ranking {
  models: RankedModel[];
  /** What the request needs, for texts such as `cheapest that reads images`. */
  needs: readonly Need[];
  /** A program names its model: no other is taken unless the user chooses it. */
  isNamed: boolean;
}

export interface RankInput {
  models: ModelsView;
  document: RequestDocument;
  /** An estimate; null if it has not been computed. */
  promptTokens: number | null;
  /** The user's model policy for this server. */
  policy: ModelPolicy;
  /** The model that was last used for this request. */
  usedBefore: ModelRef | null;
}

interface Entry extends RankedModel {
  named: NamedModel;
  plain: string;
  /** It is the model that the program names, but for a date. */
  isDated: boolean;
  /** Sort key made of the obstacle and the kind of reason. */
  stands: number;
  total: number;
}

/** Assumed length of a response for comparing costs, if the request sets no limit. */
const ANSWER_TOKENS = 1000;

/** Finds a document's first misfit, cached per traits. */
function misfitFinder(document: RequestDocument): (traits: ProviderTraits) => Misfit | null {
  const found = new Map<ProviderTraits, Misfit | null>();
  return (traits) => {
    const before = found.get(traits);
    if (before !== undefined) return before;
    const misfit = misfitsOf(document, traits)[0] ?? null;
    found.set(traits, misfit);
    return misfit;
  };
}

/** Failures of a provider that responds, but gives no list or not to this key. */
const LISTS_NOTHING: ReadonlySet<Failure["kind"]> = new Set([
  "model-malformed-answer",
  "model-forbidden",
  "model-other",
]);

/** Its provider failed. A model that the user named needs no list. */
function isSilent({ state, modelNames = [] }: ProviderView, modelId: string): boolean {
  if (state.kind !== "failed") return false;
  return !(modelNames.includes(modelId) && LISTS_NOTHING.has(state.failure.kind));
}

/** Ranks all models that are turned on; those with an obstacle come last. */
export function rankModels(input: RankInput): Ranking {
  const { models, document, policy } = input;
  const needs = needsOf(document, input.promptTokens);
  const weights = weightsOf(document.modelPreferences);
  const sizes: Sizes = {
    promptTokens: input.promptTokens ?? 0,
    answerTokens: document.maxTokens ?? ANSWER_TOKENS,
  };
  const misfits = misfitFinder(document);
  const speeds = new Map(models.speeds?.map((entry) => [refKey(entry.ref), entry.speed]) ?? []);
  const entries = models.providers.flatMap((provider) => {
    return provider.models
      .filter((model) => model.enabled)
      .map((model) => {
        const misfit = misfits(wordsOf(model, provider.kind).traits);
        const speed = speeds.size === 0 ? undefined : speeds.get(refKey(model.ref));
        const entry = entryOf(provider, model, sizes, speed ?? null);
        entry.isDefault = sameModel(model.ref, models.defaultModel);
        entry.obstacle = allows(policy, entry.named)
          ? (obstacleOf(model.ref.modelId, model.abilities, needs) ??
            (misfit === null ? null : { kind: "misfit", misfit }) ??
            (isSilent(provider, model.ref.modelId) ? { kind: "silent" } : null))
          : { kind: "not-allowed" };
        return entry;
      });
  });
  if (weights !== null) setScores(entries, weights, sizes);
  setReasons(entries, input, weights);
  setBest(entries);
  for (const entry of entries) {
    entry.stands = standing(entry) * 100 + ORDER[entry.why.kind] * 10;
    entry.total = entry.score?.total ?? 0;
  }
  entries.sort(compare);
  return {
    models: entries.map(shown),
    needs: needs.takes,
    isNamed: completionIn(document) !== null && !policy.substitutes,
  };
}

/** What the user or the program asks for by name. */
const NAMED: ReadonlySet<PlaceReason["kind"]> = new Set([
  "always",
  "used-before",
  "hint",
  "server-first",
  "offered",
]);

/**
 * The model to preselect: the first without an obstacle, or null. Of a program that names its model, only that one,
 * also with an obstacle: its provider says what is wrong.
 */
export function firstChoice({ models, isNamed }: Ranking): ModelRef | null {
  const may = isNamed ? models.filter(({ why }) => NAMED.has(why.kind)) : models;
  const free = may.find(({ obstacle }) => obstacle === null);
  const other = may.find(({ obstacle }) => obstacle?.kind !== "not-allowed");
  return (free ?? (isNamed ? other : undefined))?.ref ?? null;
}

export const refKey = (ref: ModelRef): string => JSON.stringify([ref.providerId, ref.modelId]);

function entryOf(
  provider: ProviderView,
  model: ModelView,
  sizes: Sizes,
  speed: MeasuredSpeed | null,
): Entry {
  const { ref, name, abilities } = model;
  const { plain } = wordsOf(model, provider.kind);
  return {
    ref,
    name,
    provider: provider.name,
    onThisMachine: provider.onThisMachine,
    view: model,
    speed,
    why: { kind: "none" },
    score: null,
    best: [],
    costUsd: costOf(abilities, sizes),
    isDefault: false,
    obstacle: null,
    named: { providerId: provider.id, providerName: provider.name, modelId: ref.modelId },
    plain,
    isDated: false,
    stands: 0,
    total: 0,
  };
}

interface Words {
  plain: string;
  traits: ProviderTraits;
}

/** Cached because the ranking runs on every keystroke while model views keep their identity. */
const words = new WeakMap<ModelView, Words>();

function wordsOf(model: ModelView, kind: ProviderView["kind"]): Words {
  const known = words.get(model);
  if (known !== undefined) return known;
  const { modelId } = model.ref;
  const text = model.name === modelId ? modelId : `${modelId}\n${model.name}`;
  const made = {
    plain: plainName(text),
    traits: traitsOf(kind, modelId),
  };
  words.set(model, made);
  return made;
}

/** Drops the fields that are used for sorting only. */
function shown(entry: Entry): RankedModel {
  const { ref, name, provider, onThisMachine, view, speed, why, score } = entry;
  const { best, costUsd, isDefault, obstacle } = entry;
  return {
    ref,
    name,
    provider,
    onThisMachine,
    view,
    speed,
    why,
    score,
    best,
    costUsd,
    isDefault,
    obstacle,
  };
}

function setScores(entries: readonly Entry[], weights: Weights, sizes: Sizes): void {
  let newest: number | null = null;
  for (const { view } of entries) {
    const year = yearOf(view.abilities.released);
    if (year !== null && (newest === null || year > newest)) newest = year;
  }
  for (const entry of entries) {
    const { ref, view, speed } = entry;
    const scored = { modelId: ref.modelId, abilities: view.abilities };
    entry.score = scoreOf(speed === null ? scored : { ...scored, speed }, weights, sizes, newest);
  }
}

/** Sets the reasons from weakest to strongest; later ones overwrite earlier ones. */
function setReasons(
  entries: readonly Entry[],
  { document, policy, usedBefore }: RankInput,
  weights: Weights | null,
): void {
  for (const entry of entries) {
    if (weights !== null) entry.why = { kind: "score" };
    else if (entry.isDefault) entry.why = { kind: "default" };
    if (policy.first !== null && names(policy.first, entry.named)) {
      entry.why = { kind: "server-first" };
    }
  }
  setHints(entries, hintsOf(document), policy.substitutes);
  for (const entry of entries) {
    if (sameModel(entry.ref, usedBefore)) entry.why = { kind: "used-before" };
    if (policy.always && policy.first !== null && names(policy.first, entry.named)) {
      entry.why = { kind: "always" };
    }
  }
}

/**
 * A hint matches models whose name contains it; the first matching hint counts. A hint without a usable match goes to
 * the most similar models instead. Direct matches rank above similar models.
 */
function setHints(
  entries: readonly Entry[],
  hints: readonly Hint[],
  hasSubstitutes: boolean,
): void {
  const free = new Set(entries);
  const unmet: Hint[] = [];
  for (const hint of hints) {
    let met = false;
    for (const entry of entries) {
      const { index, hint: name, isProgram } = hint;
      const as = namedAs(name, entry.ref.modelId);
      const isExact = isProgram === true && !hasSubstitutes;
      // Both sides are normalised, so every literal match is still found.
      if (isExact ? as === null : !entry.plain.includes(hint.plain)) continue;
      entry.isDated = isProgram === true && as !== "same";
      if (entry.obstacle === null) met = true;
      if (free.delete(entry))
        entry.why = { kind: "hint", index, hint: name, ...(isProgram ? { isProgram } : {}) };
    }
    if (!met && (hint.isProgram !== true || hasSubstitutes)) unmet.push(hint);
  }
  for (const hint of unmet) {
    const tier = hint.kin === null ? null : (hint.kin.tier ?? USUAL_TIER[hint.kin.family] ?? null);
    if (hint.kin === null || tier === null) continue;
    const likenesses = likest(free, { family: hint.kin.family, tier });
    for (const [entry, likeness] of likenesses) {
      free.delete(entry);
      entry.why = { kind: "maps", index: hint.index, hint: hint.hint, likeness, tier };
    }
  }
}

/** A model is best only if it is alone in first place and other models' values are known. */
function setBest(entries: readonly Entry[]): void {
  const able = entries.filter((entry) => entry.obstacle === null);
  const alone = (best: Best, of: (entry: Entry) => number | null): void => {
    const known = able
      .map((entry) => ({ entry, value: of(entry) ?? Infinity }))
      .filter(({ value }) => value !== Infinity);
    const least = known.reduce((low, { value }) => Math.min(low, value), Infinity);
    const first = known.filter(({ value }) => value === least);
    if (known.length > 1 && first.length === 1) first[0]?.entry.best.push(best);
  };
  alone("cheapest", (entry) => entry.costUsd);
  alone("fastest", ({ speed }) => (speed === null ? null : -speed.tokensPerSecond));
  alone("ablest", ({ score }) =>
    score === null || score.intelligence === null ? null : -score.intelligence,
  );
}

const ORDER: Record<PlaceReason["kind"], number> = {
  always: 0,
  "used-before": 1,
  hint: 2,
  maps: 3,
  "server-first": 4,
  score: 5,
  default: 5,
  offered: 5,
  none: 6,
};

/** A total order, so that the result does not depend on the order of the input. */
function compare(a: Entry, b: Entry): number {
  return (
    a.stands - b.stands ||
    hintIndex(a) - hintIndex(b) ||
    Number(a.isDated) - Number(b.isDated) ||
    // The newest version of a name without a date.
    (a.isDated ? byText(b.ref.modelId, a.ref.modelId) : 0) ||
    b.total - a.total ||
    Number(b.isDefault) - Number(a.isDefault) ||
    byText(b.view.abilities.released ?? "", a.view.abilities.released ?? "") ||
    byText(a.name, b.name) ||
    byText(a.ref.providerId, b.ref.providerId) ||
    byText(a.ref.modelId, b.ref.modelId)
  );
}

/** Usable models first, then those with an obstacle, then those the user does not allow. */
const standing = ({ obstacle }: Entry): number =>
  obstacle === null ? 0 : obstacle.kind === "not-allowed" ? 2 : 1;

const hintIndex = ({ why }: Entry): number =>
  why.kind === "hint" || why.kind === "maps" ? why.index : 0;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
