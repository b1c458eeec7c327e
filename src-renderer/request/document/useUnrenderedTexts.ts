// The texts of messages that are not rendered, for the find bar. They must equal, in content and order, what their
// blocks register once rendered; otherwise the current match would jump.
import type { RefObject } from "react";
import { useFindable } from "#kit/find/finder.ts";
import type { Json } from "#shared/json.ts";
import { isJsonObject } from "#shared/json.ts";
import {
  blocksOf,
  isAudio,
  isBlock,
  isImage,
  isText,
  isToolResult,
  isToolUse,
} from "#shared/sampling/document/blocks.ts";
import type { Message } from "#shared/sampling/document/message.ts";

export const shownJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? "";

const textsOf = (message: Message): string[] =>
  blocksOf(message.content).flatMap((block) => textsIn(block, false));

function textsIn(part: Json, inResult: boolean): string[] {
  if (!isBlock(part)) return [shownJson(part)];
  if (isText(part)) return [part.text];
  if (isImage(part) || isAudio(part)) return [];
  if (isToolUse(part)) return [shownJson(part.input)];
  if (isToolResult(part)) {
    const { content, structuredContent } = part;
    return [
      ...content.flatMap((inner) => textsIn(inner, true)),
      ...(structuredContent === undefined ? [] : [shownJson(structuredContent)]),
    ];
  }
  const { resource } = part;
  if (!inResult || part.type !== "resource") return [shownJson(part)];
  if (!isJsonObject(resource)) return [shownJson(resource ?? null)];
  return typeof resource["text"] === "string" ? [resource["text"]] : [];
}

/**
 * @param open renders the messages, whose blocks then register their own texts
 * @param first a text before the messages
 */
export function useUnrenderedTexts(
  box: RefObject<HTMLElement | null>,
  messages: readonly Message[],
  open: () => void,
  first: string | null = null,
): void {
  useFindable(
    {
      element: () => box.current,
      texts: () => [...(first === null ? [] : [first]), ...messages.flatMap(textsOf)],
      show: open,
      mark: () => undefined,
    },
    messages,
  );
}
