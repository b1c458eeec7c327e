// What a request asks, in its first words: foreign text, cut at the end only for a list row.
import { blocksOf } from "../../src-shared/sampling/message.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";

const most = 240;

/** The first text of the last message of the user, else the first text anywhere, else empty. */
export function firstWords(sample: Sample): string {
  const messages = sample.proposed?.messages ?? [];
  const last = messages.findLast((message) => message.role === "user") ?? messages.at(-1);
  for (const message of last === undefined ? messages : [last, ...messages]) {
    for (const block of blocksOf(message.content)) {
      const text = textIn(block);
      if (text !== "") return text.slice(0, most);
    }
  }
  return "";
}

function textIn(block: { type: string; text?: unknown; content?: unknown }): string {
  if (typeof block.text === "string") return block.text.trim();
  if (block.type !== "tool_result" || !Array.isArray(block.content)) return "";
  for (const part of block.content as unknown[]) {
    if (typeof part !== "object" || part === null || !("text" in part)) continue;
    if (typeof part.text === "string" && part.text.trim() !== "") return part.text.trim();
  }
  return "";
}
