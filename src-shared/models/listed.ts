// Models as their provider lists them, and those that the user named for it: it may list others, or none.
import type { Serving } from "./local/serving.ts";
import type { ModelAbilities, Origins } from "./ranking/abilities.ts";

export interface ListedModel {
  modelId: string;
  name: string;
  abilities: ModelAbilities;
  /** Where each ability is known from; without it, the provider. */
  origins?: Origins;
  serving?: Serving;
}

export const namedModels = (names: readonly string[]): ListedModel[] =>
  names.map((name) => ({ modelId: name, name, abilities: {} }));

/** The models that the user named, then the listed ones, without duplicates. */
export function withNames(names: readonly string[], listed: readonly ListedModel[]): ListedModel[] {
  const known = new Map(listed.map((model) => [model.modelId, model]));
  const named = namedModels(names).map((model) => known.get(model.modelId) ?? model);
  return [...named, ...listed.filter((model) => !names.includes(model.modelId))];
}
