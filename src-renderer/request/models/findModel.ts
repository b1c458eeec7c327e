// The names of a model and its provider; their ids if they no longer exist.
import { sameModel } from "#shared/models/model.ts";
import type { ModelRef, ModelsView } from "#shared/models/model.ts";

export function findModel(
  models: ModelsView,
  ref: ModelRef | null,
): { name: string; provider: string } {
  if (ref === null) return { name: "", provider: "" };
  const provider = models.providers.find((entry) => entry.id === ref.providerId);
  const model = provider?.models.find((entry) => sameModel(entry.ref, ref));
  return { name: model?.name ?? ref.modelId, provider: provider?.name ?? ref.providerId };
}
