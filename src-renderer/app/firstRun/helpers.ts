// Which models are available before the user has chosen any.
import type { ModelsView } from "#shared/models/model.ts";

/** A source of responses. */
export interface Helper {
  /** The provider's name; empty for the built-in engine. */
  name: string;
  local: boolean;
  /** A model's name, or null if only the number of models is known. */
  model: string | null;
  count: number;
}

/** Providers that have a model, then programs that were found; those with a model name first. */
export function helpersOf(models: ModelsView): Helper[] {
  const added = models.providers.flatMap((provider): Helper[] => {
    const usable = provider.models.filter(({ enabled }) => enabled);
    const first = usable[0];
    if (first === undefined || provider.state.kind !== "answers") return [];
    const { kind, name } = provider;
    return [{ name, local: kind === "local", model: first.name, count: usable.length }];
  });
  const found = models.found
    .filter((entry) => entry.models > 0)
    .map((entry): Helper => ({ name: entry.name, local: false, model: null, count: entry.models }));
  return [...added, ...found];
}

/** The smallest model that can be downloaded, if none is here and the engine can run. */
export function smallModel(models: ModelsView): { bytes: number; licence: string } | null {
  if (!models.localSupported) return null;
  if (models.providers.some(({ kind, models: own }) => kind === "local" && own.length > 0))
    return null;
  const [least] = models.downloads.toSorted((a, b) => a.transferBytes - b.transferBytes);
  return least === undefined ? null : { bytes: least.transferBytes, licence: least.licence };
}
