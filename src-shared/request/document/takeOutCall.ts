// Takes a tool call out of a response, so that the rest of it can be sent.
import { blocksOf, textBlock } from "./blocks.ts";
import type { ResponseDocument } from "./message.ts";

/**
 * The response without the call at `at`. What the agent is told of it is a text before the first call, since dialects have text
 * before calls. If no call is left, the stop reason is no longer that of calls.
 */
export function takeOutCall(
  document: ResponseDocument,
  at: number,
  words: string,
): ResponseDocument {
  const blocks = blocksOf(document.content);
  if (blocks[at]?.type !== "tool_use") return document;
  const first = blocks.findIndex(({ type }) => type === "tool_use");
  const content = blocks.flatMap((block, index) => [
    ...(index === first ? [textBlock(words)] : []),
    ...(index === at ? [] : [block]),
  ]);
  const isCalling = content.some(({ type }) => type === "tool_use");
  const isOver = !isCalling && document.stopReason === "toolUse";
  return { ...document, content, ...(isOver ? { stopReason: "endTurn" } : {}) };
}
