// Messages that are not rendered yet: when they are, and how jumps and the find bar reach them before. The texts for
// the find bar must equal, in content and order, what the blocks register once rendered; otherwise the current match
// would jump.
import { useContext, useEffect, useEffectEvent, useState } from "react";
import type { RefObject } from "react";
import { useFindable } from "#kit/find/finder.ts";
import { useScroller } from "#editor/scroller.ts";
import { scrollWithin } from "#kit/scrollWithin.ts";
import { PlacesContext } from "./places.ts";
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
} from "#shared/request/document/blocks.ts";
import type { Message } from "#shared/request/document/message.ts";

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

/** Distance from the view that counts as near. */
const margin = "1200px 0px";

interface Watch {
  observer: IntersectionObserver;
  tell: Map<Element, () => void>;
}
/** One observer per scroller. */
const watches = new WeakMap<HTMLElement, Watch>();

function watchOf(scroller: HTMLElement): Watch {
  const known = watches.get(scroller);
  if (known !== undefined) return known;
  const tell = new Map<Element, () => void>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) tell.get(entry.target)?.();
    },
    { root: scroller, rootMargin: margin },
  );
  const made = { observer, tell };
  watches.set(scroller, made);
  return made;
}

const NONE: readonly Message[] = [];

/**
 * Whether messages have come near the view, or something was looked for in them or jumped to; they stay near then.
 * @param from index of the first in the request
 * @param first near from the start, for what the first screen shows
 * @param to where a jump scrolls the box
 */
export function useNear(
  box: RefObject<HTMLElement | null>,
  messages: readonly Message[],
  from: number,
  { first = false, to }: { first?: boolean; to: "center" | "nearest" },
): boolean {
  const scroller = useScroller();
  const [near, setNear] = useState(first);
  useEffect(() => {
    const element = box.current;
    if (near || element === null || !scroller) return undefined;
    const { observer, tell } = watchOf(scroller);
    tell.set(element, () => setNear(true));
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      tell.delete(element);
    };
  }, [box, near, scroller]);
  useUnrendered(box, near ? NONE : messages, from, () => {
    setNear(true);
    scrollWithin(box.current, to);
  });
  return near;
}

/**
 * Makes messages that are not rendered targets of jumps and of the find bar.
 * @param open renders the messages, whose blocks then register themselves
 * @param before the system prompt, if it is not rendered either
 */
export function useUnrendered(
  box: RefObject<HTMLElement | null>,
  messages: readonly Message[],
  from: number,
  open: () => void,
  before: string | null = null,
): void {
  const { places } = useContext(PlacesContext);
  const opening = useEffectEvent(open);
  const count = messages.length;
  const hasSystem = before !== null;
  useEffect(() => {
    const drops = Array.from({ length: count }, (_, at) =>
      places.registerUnrendered(["messages", from + at], () => opening()),
    );
    if (hasSystem) drops.push(places.registerUnrendered(["systemPrompt"], () => opening()));
    return () => drops.forEach((drop) => drop());
  }, [places, from, count, hasSystem]);
  useFindable(
    {
      element: () => box.current,
      texts: () => [...(before === null ? [] : [before]), ...messages.flatMap(textsOf)],
      show: open,
      mark: () => undefined,
    },
    messages,
  );
}
