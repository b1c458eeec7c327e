// What a request needs of a model, and what is known to stand in the way of asking one.
import { blockKind, blocksOf, isToolResult, resultBlocks } from "../../sampling/document/blocks.ts";
import type { Block, RequestDocument } from "../../sampling/document/message.ts";
import type { ModelAbilities } from "./abilities.ts";
import { hasOtherPurpose } from "./families.ts";
import type { Misfit } from "./fit.ts";

export const NEEDS = ["images", "audio", "tools"] as const;
export type Need = (typeof NEEDS)[number];

export interface Needs {
  takes: readonly Need[];
  /** About so many tokens; null where nobody has counted. */
  promptTokens: number | null;
}

/**
 * Why a model cannot take a request. Only what is known stands in the way: a model of which nothing is known can
 * be asked anything.
 */
export type Obstacle =
  | { kind: Need }
  /** The prompt alone is longer than the model's context. */
  | { kind: "context"; needsTokens: number; hasTokens: number }
  /** It makes embeddings, speech, pictures …: no answers. */
  | { kind: "purpose" }
  /** The wire format of its provider has no place for something. */
  | { kind: "misfit"; misfit: Misfit }
  /** Its provider did not answer when it was asked last. */
  | { kind: "silent" }
  /** The user does not let this server have it. */
  | { kind: "not-allowed" };

/** What a document needs of a model. */
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

/** The first thing that a model is known not to take, or null. */
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
