// Which models a person can choose for a request, in which order, and why each stands where it stands.
import { sameModel } from "../../src-shared/models/model.ts";
import type {
  ModelRef,
  ModelsView,
  ModelView,
  ProviderView,
} from "../../src-shared/models/model.ts";
import {
  blocksOf,
  blockKind,
  isToolResult,
  resultBlocks,
} from "../../src-shared/sampling/blocks.ts";
import type { Block, RequestDocument } from "../../src-shared/sampling/message.ts";

/** The reason for a model's place, as data; the catalogue has the words. */
export type ChoiceReason =
  | { kind: "used-before" }
  | { kind: "hint"; index: number; hint: string }
  | { kind: "default" }
  | { kind: "none" };

/** What the request holds that the model is known not to take. */
export type Obstacle = "images" | "audio" | "tools";

export interface ModelChoice {
  ref: ModelRef;
  name: string;
  provider: string;
  onThisMachine: boolean;
  reason: ChoiceReason;
  obstacle: Obstacle | null;
}

/** What a document needs of a model. */
export function needsOf(document: RequestDocument): ReadonlySet<Obstacle> {
  const blocks = document.messages.flatMap((message) => all(blocksOf(message.content)));
  const needs = new Set<Obstacle>();
  for (const block of blocks) {
    const kind = blockKind(block);
    if (kind === "image") needs.add("images");
    if (kind === "audio") needs.add("audio");
  }
  if ((document.tools?.length ?? 0) > 0) needs.add("tools");
  return needs;
}

const all = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => (isToolResult(block) ? [block, ...resultBlocks(block)] : [block]));

/**
 * The enabled models: the one used before for this request, then those that a hint names (hints in the
 * server's order, a hint being any part of a name: "Model Preferences", MCP 2025-11-25), then the
 * default, then the rest as listed. Hints are advisory: nothing is hidden by them.
 */
export function modelChoices(
  models: ModelsView,
  document: RequestDocument,
  usedBefore: ModelRef | null,
): ModelChoice[] {
  const needs = needsOf(document);
  const hints = (document.modelPreferences?.hints ?? [])
    .map((hint) => hint.name)
    .filter((name) => typeof name === "string");
  return models.providers
    .flatMap((provider) =>
      provider.models
        .filter((model) => model.enabled)
        .map((model) => choice(provider, model, needs, hints, models.defaultModel, usedBefore)),
    )
    .map((entry, index) => ({ entry, index }))
    .toSorted((a, b) => rank(a.entry) - rank(b.entry) || a.index - b.index)
    .map(({ entry }) => entry);
}

function choice(
  provider: ProviderView,
  model: ModelView,
  needs: ReadonlySet<Obstacle>,
  hints: readonly string[],
  preset: ModelRef | null,
  usedBefore: ModelRef | null,
): ModelChoice {
  const index = hints.findIndex((hint) => model.name.toLowerCase().includes(hint.toLowerCase()));
  const hint = hints[index];
  const reason: ChoiceReason = sameModel(model.ref, usedBefore)
    ? { kind: "used-before" }
    : hint !== undefined && hint !== ""
      ? { kind: "hint", index, hint }
      : sameModel(model.ref, preset)
        ? { kind: "default" }
        : { kind: "none" };
  const obstacle = [...needs].find((need) => model.abilities[need] === false) ?? null;
  return {
    ref: model.ref,
    name: model.name,
    provider: provider.name,
    onThisMachine: provider.onThisMachine,
    reason,
    obstacle,
  };
}

function rank(entry: ModelChoice): number {
  if (entry.obstacle !== null) return 10_000;
  switch (entry.reason.kind) {
    case "used-before":
      return 0;
    case "hint":
      return 1 + entry.reason.index;
    case "default":
      return 5000;
    case "none":
      return 6000;
  }
}

/** The one chosen in advance: the first that can take the request, or null. */
export const presetChoice = (choices: readonly ModelChoice[]): ModelRef | null =>
  choices.find((entry) => entry.obstacle === null)?.ref ?? null;
