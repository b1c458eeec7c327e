// What of a response a program already has, streamed while the model wrote it.
import { blocksOf, isReasoning, reasoningText } from "../document/blocks.ts";
import type { ResponseDocument } from "../document/message.ts";
import type { Attempt, HeldRequest } from "./heldRequest.ts";
import type { LivePart, Streamed } from "./stream.ts";

/** Adds a part; texts that follow each other are one. */
export function addLivePart(to: LivePart[], part: LivePart): void {
  const last = to.at(-1);
  if (typeof part === "string" && typeof last === "string") to[to.length - 1] = last + part;
  else to.push(part);
}

export const charactersOf = (parts: readonly LivePart[]): number =>
  parts.reduce(
    (sum, part) => sum + (typeof part === "string" ? part : reasoningText(part)).length,
    0,
  );

/** Whether these parts are all that a response consists of. */
export function isWholeOf(parts: readonly LivePart[], { content }: ResponseDocument): boolean {
  const all: LivePart[] = [];
  for (const block of blocksOf(content)) {
    if (block.type !== "text" && !isReasoning(block)) return false;
    addLivePart(all, block.type === "text" ? String(block["text"] ?? "") : block);
  }
  const [had, are] = [parts, all].map((list) => list.filter((part) => part !== ""));
  return JSON.stringify(had) === JSON.stringify(are);
}

/** What a program already has of a response to this request, and of which attempt; null: nothing. */
export function streamedOf({
  attempts,
}: Pick<HeldRequest, "attempts">): { attempt: Attempt; streamed: Streamed } | null {
  for (const attempt of attempts) {
    const { state } = attempt;
    if ("streamed" in state && state.streamed !== undefined) {
      return { attempt, streamed: state.streamed };
    }
  }
  return null;
}
