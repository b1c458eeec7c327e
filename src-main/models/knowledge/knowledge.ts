// Combines what is known about models: the provider's own data first, then the bundled catalogues, each fact with its
// source. What no source states stays unknown.
import type {
  AbilityName,
  FactOrigin,
  ModelAbilities,
  Origins,
} from "#shared/models/ranking/abilities.ts";
import { familyAndTierOf } from "#shared/models/ranking/families.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import { GENAI_PRICES_DATE, loadCatalogues, TOKENLENS_DATE } from "./catalogues.ts";
import type { Catalogues } from "./catalogues.ts";
import { Modalities } from "./modalities.ts";
import { namesOf } from "./place.ts";
import type { ModelPlace } from "./place.ts";
import type { PlaceNames } from "#shared/models/providers/providerKinds.ts";
import { nextTurn } from "../../core/desk/slices.ts";
import { pricesOf } from "./prices.ts";

/**
 * Longest time to describe models in one turn of the loop, in milliseconds: the thousand models of some providers
 * take 150.
 */
const SLICE_MS = 8;

/** What is known of models beyond their provider's list. */
export class Knowledge {
  readonly #load: () => Promise<Catalogues>;
  #modalities: Modalities | null = null;

  constructor(load: () => Promise<Catalogues> = loadCatalogues) {
    this.#load = load;
  }

  /** Adds what is known to each model. Never throws; unknown abilities stay unknown. */
  async describe(
    place: ModelPlace,
    models: readonly ListedModel[],
    atMs: number,
  ): Promise<ListedModel[]> {
    const catalogues = await this.#load().catch(() => null);
    if (catalogues === null) return [...models];
    const modalities = (this.#modalities ??= new Modalities(catalogues.abilities));
    const names = namesOf(place, catalogues);
    const at = new Date(atMs);
    const described: ListedModel[] = [];
    let endsMs = performance.now() + SLICE_MS;
    for (const model of models) {
      described.push(describe(model, { place, names, catalogues, modalities, at }));
      if (performance.now() < endsMs) continue;
      await nextTurn();
      endsMs = performance.now() + SLICE_MS;
    }
    return described;
  }
}

interface Sources {
  place: ModelPlace;
  names: PlaceNames;
  catalogues: Catalogues;
  modalities: Modalities;
  at: Date;
}

function describe(model: ListedModel, sources: Sources): ListedModel {
  const { place, names, catalogues, modalities, at } = sources;
  const { modelId } = model;
  const facts = new Facts();
  facts.add(model.abilities, { source: "provider", asOf: dayOf(at) });
  if (isFreeHere(place, modelId)) {
    facts.add({ prices: { input: { usd: 0 }, output: { usd: 0 } } }, { source: "machine" });
  }
  if (names.genaiPrices !== null) {
    const found = pricesOf(catalogues.prices, names.genaiPrices, modelId, at);
    const origin: FactOrigin = { source: "genai-prices", asOf: GENAI_PRICES_DATE };
    if (found !== null) facts.add(found.abilities, named(origin, found.as, modelId));
  }
  if (place.kind !== "local") {
    const found = modalities.of(names.tokenlens, modelId);
    const origin: FactOrigin = { source: "tokenlens", asOf: TOKENLENS_DATE };
    if (found !== null) facts.add(found.abilities, named(origin, found.as, modelId));
  }
  return { ...model, abilities: facts.abilities, origins: facts.origins };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const named = (origin: FactOrigin, as: string, modelId: string): FactOrigin =>
  as === modelId ? origin : { ...origin, as };

/** Families without downloadable weights: if an address of this machine lists them, it is a gateway. */
const CLOSED = new Set(["claude", "gpt", "o-series", "gemini", "grok", "nova"]);

/**
 * Models that run on this machine are free; those that its programs forward to the cloud (Ollama's `-cloud`) may not
 * be.
 */
function isFreeHere(place: ModelPlace, modelId: string): boolean {
  if (place.kind === "local") return true;
  if (!place.onThisMachine || /[-:]cloud$/.test(modelId)) return false;
  const kin = familyAndTierOf(modelId);
  return kin === null || !CLOSED.has(kin.family);
}

/** Facts from several sources; the first source of each fact wins. */
class Facts {
  readonly abilities: ModelAbilities = {};
  readonly origins: Origins = {};

  add(said: ModelAbilities, origin: FactOrigin): void {
    const names = Object.keys(said) as AbilityName[];
    for (const name of names) {
      if (said[name] === undefined || this.abilities[name] !== undefined) continue;
      Object.assign(this.abilities, { [name]: said[name] });
      this.origins[name] = origin;
    }
  }
}
