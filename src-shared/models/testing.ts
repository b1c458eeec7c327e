// Builders of models and providers for tests.
import type { ModelAbilities } from "./ranking/abilities.ts";
import type { ModelRef, ModelsView, ModelView, ProviderView } from "./model.ts";

export const testModel = (
  modelId: string,
  abilities: ModelAbilities = {},
  more: Partial<ModelView> & { providerId?: string } = {},
): ModelView => {
  const { providerId = "p", ...rest } = more;
  return { ref: { providerId, modelId }, name: modelId, abilities, enabled: true, ...rest };
};

export const testProvider = (
  models: ModelView[],
  more: Partial<ProviderView> = {},
): ProviderView => ({
  id: "p",
  kind: "openai-compatible",
  name: "Provider",
  baseUrl: "https://models.example/v1",
  onThisMachine: false,
  state: { kind: "answers", atMs: 0 },
  models,
  ...more,
});

export const testModels = (
  providers: ProviderView[],
  defaultModel: ModelRef | null = null,
): ModelsView => ({ providers, found: [], downloads: [], defaultModel, localSupported: true });

/** Prices in USD per million tokens. */
export const priced = (input: number, output: number): ModelAbilities => ({
  prices: { input: { usd: input }, output: { usd: output } },
});
