// Where a model is asked, and under which names the catalogues know that place.
import { kindFacts } from "../../../src-shared/models/providers/providerKinds.ts";
import type { PlaceNames } from "../../../src-shared/models/providers/providerKinds.ts";
import type { ModelPlace } from "../../services/models/modelPorts.ts";
import type { Catalogues } from "./catalogues.ts";

/** What tokenlens calls those that have another name in genai-prices. */
const TOKENLENS_NAMES: Readonly<Record<string, string>> = {
  "x-ai": "xai",
  together: "togetherai",
  fireworks: "fireworks-ai",
  aws: "amazon-bedrock",
};

/** An address of another kind is known by its host. */
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

/** A model's id without what only says where it runs: `models/`, an ARN, a region of Bedrock. */
export function bareId(modelId: string): string {
  const last = modelId.startsWith("arn:") ? (modelId.split("/").at(-1) ?? modelId) : modelId;
  return last.replace(/^models\//, "").replace(/^(?:us|eu|apac|jp|au|ca|us-gov|global)\./, "");
}
