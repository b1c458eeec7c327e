// Which models are turned on. Pure. A provider has either a list of enabled models or one of disabled models.
import { sameModel, type ModelRef } from "#shared/models/model.ts";
import type { StoredModels } from "./storedModels.ts";

type Lists = Pick<StoredModels, "providers" | "disabled">;

export function isEnabled({ providers, disabled }: Lists, model: ModelRef): boolean {
  const only = providers.find(({ id }) => id === model.providerId)?.only;
  if (only !== undefined) return only.includes(model.modelId);
  return !disabled.some((item) => sameModel(item, model));
}

/**
 * The lists after models were turned on or off. `all` turned off also covers models that the provider lists later,
 * until all are turned on again.
 */
export function switched(
  { providers, disabled }: Lists,
  providerId: string,
  models: readonly string[] | "all",
  enabled: boolean,
): Lists {
  const others = disabled.filter((item) => item.providerId !== providerId);
  const own = disabled.filter((item) => item.providerId === providerId);
  const provider = providers.find(({ id }) => id === providerId);
  const withOnly = (only: string[] | undefined): StoredModels["providers"] =>
    providers.map((item) => {
      const { only: _before, ...rest } = item;
      return item.id !== providerId ? item : only === undefined ? rest : { ...rest, only };
    });
  if (models === "all") {
    return { providers: withOnly(enabled ? undefined : []), disabled: others };
  }
  const named = new Set(models);
  if (provider?.only !== undefined) {
    const rest = provider.only.filter((name) => !named.has(name));
    return { providers: withOnly(enabled ? [...rest, ...named] : rest), disabled };
  }
  const rest = own.filter(({ modelId }) => !named.has(modelId));
  const added = enabled ? [] : [...named].map((modelId) => ({ providerId, modelId }));
  return { providers: [...providers], disabled: [...others, ...rest, ...added] };
}
