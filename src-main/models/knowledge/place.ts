// The provider that serves a model, and its names in the catalogues.
import {
  kindFacts,
  type PlaceNames,
  type ProviderKind,
} from "#shared/models/providers/providerKinds.ts";
import type { Catalogues } from "./catalogues.ts";

/** The facts about a provider that matter for its models' abilities. */
export interface ModelPlace {
  kind: ProviderKind;
  /** Empty for the built-in engine. */
  baseUrl: string;
  onThisMachine: boolean;
}

/** tokenlens's names for providers that genai-prices names differently. */
const TOKENLENS_NAMES: Readonly<Record<string, string>> = {
  "x-ai": "xai",
  together: "togetherai",
  fireworks: "fireworks-ai",
  aws: "amazon-bedrock",
};

/** An address that matches none of the known providers is identified by its host. */
export function namesOf(place: ModelPlace, { prices, abilities }: Catalogues): PlaceNames {
  const known = place.kind === "local" ? null : kindFacts(place.kind).catalogues;
  if (known !== null) return known;
  if (place.onThisMachine || place.baseUrl === "") return { genaiPrices: null, tokenlens: null };
  const genaiPrices = prices.findProvider({ providerApiUrl: place.baseUrl })?.id ?? null;
  const name = genaiPrices === null ? null : (TOKENLENS_NAMES[genaiPrices] ?? genaiPrices);
  if (name !== null && Object.hasOwn(abilities, name)) return { genaiPrices, tokenlens: name };
  const host = hostOf(place.baseUrl);
  const found = Object.entries(abilities).find(
    ([, { api }]) => api !== undefined && hostOf(api) === host,
  );
  return { genaiPrices, tokenlens: found?.[0] ?? null };
}

function hostOf(address: string): string | null {
  try {
    return new URL(address).host;
  } catch {
    return null;
  }
}

/** A model id without prefixes that only say where it runs: `models/`, an ARN, a Bedrock region. */
export function bareId(modelId: string): string {
  const last = modelId.startsWith("arn:") ? (modelId.split("/").at(-1) ?? modelId) : modelId;
  return last.replace(/^models\//, "").replace(/^(?:us|eu|apac|jp|au|ca|us-gov|global)\./, "");
}
