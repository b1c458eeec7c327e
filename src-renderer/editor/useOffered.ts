// Registers a block's text with the find bar, whose matches are kept until there is an editor, and with the context
// menu.
import { useRef } from "react";
import type { BlockEditor } from "./blockEditor.ts";
import type { Matches } from "./matches.ts";
import { useFindable } from "#kit/find/finder.ts";
import type { Span } from "#kit/find/finder.ts";
import { useHeldText } from "./menu/textMenus.ts";
import { scrollWithin } from "#kit/scrollWithin.ts";

type Box = { current: HTMLElement | null };

export function useOffered(
  box: Box,
  block: { current: BlockEditor | null },
  { value, language, label }: { value: string; language: string; label: string },
) {
  useHeldText(box, {
    language,
    label,
    text: () => value,
    editor: () => block.current?.shown ?? null,
  });
  const matches = useRef<Matches>({ spans: [], current: null });
  /** To be shown once there is an editor. */
  const wanted = useRef<Span | null>(null);
  useFindable(
    {
      element: () => box.current,
      texts: () => [value],
      show(_text, span) {
        if (block.current?.attached === true) return block.current.show(span);
        wanted.current = span;
        scrollWithin(box.current, "center");
      },
      mark(spans, current) {
        matches.current = { spans, current };
        block.current?.match(matches.current);
      },
    },
    value,
  );
  return { matches, wanted };
}
