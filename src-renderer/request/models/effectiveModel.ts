// Which model a decision would use, and its key for the guard, as local providers may start and stop meanwhile.
import type { ModelRef } from "#shared/models/model.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import { isBarred } from "./ranking.ts";
import type { Ranked } from "./ranking.ts";

export interface EffectiveModel {
  model: ModelRef | null;
  /** The wanted model is not available; `model` is a substitute. */
  lost: boolean;
}

/** @param wanted what the user or a rule chose; null for the default */
export function effectiveModel(
  ranked: Pick<Ranked, "first" | "of">,
  wanted: ModelRef | null,
): EffectiveModel {
  const found = ranked.of(wanted);
  const lost = found === undefined || isBarred(found);
  return { model: lost ? ranked.first : found.ref, lost: lost && wanted !== null };
}

/**
 * Key of the default model, and of whether it is a substitute. A new key restarts the guard; the user's own choice
 * does not change it.
 */
export const effectiveModelKey = (first: ModelRef | null, lost: boolean): string =>
  `${first === null ? "no model" : refKey(first)}${lost ? " in its place" : ""}`;
