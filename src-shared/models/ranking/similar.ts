// The models that are most like one that a hint names and the user does not have.
import type { ModelRef } from "../model.ts";
import { familyAndTierOf } from "./families.ts";
import type { Tier } from "./families.ts";

/** How similar a model is to the one that a hint names and the user does not have. */
export type Similarity =
  /** Same family and tier, another version. */
  | "version"
  /** Another family, same tier. */
  | "tier"
  /** Same family, one tier apart. */
  | "family"
  /** Another family, one tier apart. */
  | "near";

/** The tier meant by a family's bare name. */
export const USUAL_TIER: Readonly<Record<string, Tier>> = {
  claude: 3,
  gpt: 3,
  gemini: 3,
  mistral: 3,
};

const LIKENESSES: readonly Similarity[] = ["version", "tier", "family", "near"];

/** The most similar models, all with the same likeness; empty if there are none. */
export function likest<E extends { ref: ModelRef; name: string; obstacle: unknown }>(
  entries: ReadonlySet<E>,
  wanted: { family: string; tier: Tier },
): [E, Similarity][] {
  const found = new Map<Similarity, E[]>();
  for (const entry of entries) {
    if (entry.obstacle !== null) continue;
    const kin = familyAndTierOf(entry.ref.modelId) ?? familyAndTierOf(entry.name);
    if (kin === null || kin.tier === null) continue;
    const off = Math.abs(kin.tier - wanted.tier);
    const same = kin.family === wanted.family;
    if (off > 1) continue;
    const likeness = off === 0 ? (same ? "version" : "tier") : same ? "family" : "near";
    const alike = found.get(likeness);
    if (alike === undefined) found.set(likeness, [entry]);
    else alike.push(entry);
  }
  const likeness = LIKENESSES.find((kind) => found.has(kind));
  if (likeness === undefined) return [];
  return (found.get(likeness) ?? []).map((entry) => [entry, likeness]);
}
