// Which models are there before the person has chosen anything.
import type { ModelsView } from "../../src-shared/models/model.ts";

/** Somebody who can answer. */
export interface Helper {
  /** The provider's name; empty for the engine inside the app. */
  name: string;
  local: boolean;
  /** A model by name, or null where only their number is known. */
  model: string | null;
  count: number;
}

/** Providers that answer with a model, then programs that were found; those with a name first. */
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

/** The smallest model that can be fetched, while none is here and one can run at all. */
export function smallModel(models: ModelsView): { bytes: number; licence: string } | null {
  if (!models.localSupported) return null;
  if (models.providers.some(({ kind, models: own }) => kind === "local" && own.length > 0))
    return null;
  const [least] = models.downloads.toSorted((a, b) => a.transferBytes - b.transferBytes);
  return least === undefined ? null : { bytes: least.transferBytes, licence: least.licence };
}
