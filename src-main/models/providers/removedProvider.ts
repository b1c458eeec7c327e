// A removed provider: what is lost with it, and how to restore it.
import type { ModelRef } from "#shared/models/model.ts";
import type { StoredModels, StoredProvider } from "../storedModels.ts";

/** Everything that is lost with a provider, kept so that the user can undo the removal. */
export interface RemovedProvider {
  provider: StoredProvider;
  at: number;
  key: string | null;
  disabled: ModelRef[];
  defaultModel: ModelRef | null;
}

const isOf =
  ({ id }: StoredProvider) =>
  (ref: ModelRef | null): boolean =>
    ref?.providerId === id;

export function removedFrom(
  { providers, disabled, defaultModel }: StoredModels,
  provider: StoredProvider,
  key: string | null,
): RemovedProvider {
  const isOwn = isOf(provider);
  return {
    provider,
    key,
    at: providers.indexOf(provider),
    disabled: disabled.filter(isOwn),
    defaultModel: isOwn(defaultModel) ? defaultModel : null,
  };
}

export function withoutProvider(
  { providers, disabled, defaultModel }: StoredModels,
  provider: StoredProvider,
): Partial<StoredModels> {
  const isOwn = isOf(provider);
  return {
    providers: providers.filter((item) => item !== provider),
    disabled: disabled.filter((item) => !isOwn(item)),
    defaultModel: isOwn(defaultModel) ? null : defaultModel,
  };
}

export const withRestoredProvider = (
  { providers, disabled, defaultModel }: StoredModels,
  removed: RemovedProvider,
): Partial<StoredModels> => ({
  providers: providers.toSpliced(removed.at, 0, removed.provider),
  disabled: [...disabled, ...removed.disabled],
  defaultModel: defaultModel ?? removed.defaultModel,
});
