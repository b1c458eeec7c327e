// What a request needs from a model, and which known obstacles a model has.
import { blockKind, blocksOf, isToolResult, resultBlocks } from "../../request/document/blocks.ts";
import type { Block, RequestDocument } from "../../request/document/message.ts";
import type { ModelAbilities } from "./abilities.ts";
import { hasOtherPurpose } from "./families.ts";
import type { Misfit } from "./misfits.ts";

export const NEEDS = ["images", "audio", "tools"] as const;
export type Need = (typeof NEEDS)[number];

export interface Needs {
  takes: readonly Need[];
  /** An estimate; null if it has not been computed. */
  promptTokens: number | null;
}

/** Why a model cannot take a request. Unknown abilities are no obstacle. */
export type Obstacle =
  | { kind: Need }
  /** The prompt alone exceeds the model's context. */
  | { kind: "context"; needsTokens: number; hasTokens: number }
  /** Not a conversational model: embeddings, speech, images … */
  | { kind: "purpose" }
  /** The provider's wire format cannot represent something in the request. */
  | { kind: "misfit"; misfit: Misfit }
  /** The provider failed the last time it was checked. */
  | { kind: "silent" }
  /** The user's policy does not allow this model for the server. */
  | { kind: "not-allowed" };

/** What a document needs from a model. */
export function needsOf(document: RequestDocument, promptTokens: number | null): Needs {
  const found = new Set<Need>();
  for (const message of document.messages) {
    for (const block of withResults(blocksOf(message.content))) {
      const kind = blockKind(block);
      if (kind === "image") found.add("images");
      if (kind === "audio") found.add("audio");
    }
  }
  if ((document.tools?.length ?? 0) > 0) found.add("tools");
  return { takes: NEEDS.filter((need) => found.has(need)), promptTokens };
}

const withResults = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => (isToolResult(block) ? [block, ...resultBlocks(block)] : [block]));

/** The first known obstacle, or null. */
export function obstacleOf(
  modelId: string,
  abilities: ModelAbilities,
  needs: Needs,
): Obstacle | null {
  if (hasOtherPurpose(modelId)) return { kind: "purpose" };
  const missing = needs.takes.find((need) => abilities[need] === false);
  if (missing !== undefined) return { kind: missing };
  const { promptTokens } = needs;
  const { contextTokens } = abilities;
  return promptTokens !== null && contextTokens !== undefined && promptTokens > contextTokens
    ? { kind: "context", needsTokens: promptTokens, hasTokens: contextTokens }
    : null;
}
