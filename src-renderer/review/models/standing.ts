// Which model stands under a decision, and by what name a guard knows it: programs come and go while a person decides.
import type { ModelRef } from "../../../src-shared/models/model.ts";
import { refKey } from "../../../src-shared/models/ranking/rank.ts";
import { isBarred } from "./ranking.ts";
import type { Ranked } from "./ranking.ts";

export interface Standing {
  model: ModelRef | null;
  /** The model that was wanted is not to be had now: another one stands in for it. */
  lost: boolean;
}

/** @param wanted what a person or a rule chose; null: nobody chose, the first that fits stands there */
export function standingModel(
  ranked: Pick<Ranked, "first" | "of">,
  wanted: ModelRef | null,
): Standing {
  const found = ranked.of(wanted);
  const lost = found === undefined || isBarred(found);
  return { model: lost ? ranked.first : found.ref, lost: lost && wanted !== null };
}

/**
 * The model that stands there by itself, and whether it stands in for the one that was chosen: another name, and a guard
 * starts anew. The person's own choice of a model starts nothing.
 */
export const standing = (first: ModelRef | null, lost: boolean): string =>
  `${first === null ? "no model" : refKey(first)}${lost ? " in its place" : ""}`;
