// The state of a page's find bar: the search text, the matches, the current match.
import {
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Finder, matchesIn } from "./finder.ts";
import type { Findable, Match, Span } from "./finder.ts";

const NONE: readonly Match[] = [];

export function useFind() {
  const finder = useRef(new Finder()).current;
  const [words, setWords] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const isOpen = words !== null;
  const texts = useSyncExternalStore(
    isOpen ? finder.subscribe : noSubscription,
    isOpen ? finder.texts : none,
  );
  const wanted = useDeferredValue(words ?? "");
  const matches = useMemo(
    () => (texts === null ? NONE : matchesIn(texts.inOrder(), wanted)),
    [texts, wanted],
  );
  const index = Math.min(at, Math.max(0, matches.length - 1));
  useMarks(matches, index);
  useShown(matches, index, wanted);
  const leave = useLeave();
  return {
    finder,
    words,
    count: matches.length,
    index,
    isOpen,
    open(): void {
      if (!isOpen) leave.remember();
      setWords(words ?? "");
    },
    write(next: string): void {
      setWords(next);
      setAt(0);
    },
    step(by: 1 | -1): void {
      if (matches.length > 0) setAt((index + by + matches.length) % matches.length);
    },
    close(): void {
      setWords(null);
      setAt(0);
      leave.back();
    },
  };
}

const noSubscription = () => () => undefined;
const none = () => null;

/** Highlights the matches; clears the previous highlights. */
function useMarks(matches: readonly Match[], index: number): void {
  const marked = useRef(new Set<Findable>());
  useEffect(() => {
    const current = matches[index];
    const spans = new Map<Findable, Span[]>();
    for (const { place, text, span } of matches) {
      if (text > 0) continue;
      const own = spans.get(place);
      if (own === undefined) spans.set(place, [span]);
      else own.push(span);
    }
    for (const place of marked.current) if (!spans.has(place)) place.mark([], null);
    for (const [place, own] of spans) {
      place.mark(own, current?.place === place ? current.span : null);
    }
    marked.current = new Set(spans.keys());
  }, [matches, index]);
  useEffect(
    () => () => {
      for (const place of marked.current) place.mark([], null);
    },
    [],
  );
}

/** Scrolls to the current match, again if rendering it has moved it to another source of texts. */
function useShown(matches: readonly Match[], index: number, words: string): void {
  const shown = useRef("");
  const last = useRef<Findable | null>(null);
  useEffect(() => {
    const match = matches[index];
    if (match === undefined) {
      shown.current = "";
      return undefined;
    }
    const { place, text, span } = match;
    const what = `${words}\n${index}`;
    const isSame = shown.current === what && last.current === place;
    shown.current = what;
    last.current = place;
    if (isSame) return undefined;
    const frame = requestAnimationFrame(() => place.show(text, span));
    return () => cancelAnimationFrame(frame);
  }, [matches, index, words]);
}

/** Where the focus was before: a block's editor may have moved to another block since. */
function useLeave() {
  const before = useRef<Element | null>(null);
  return {
    remember: (): void => {
      before.current = document.activeElement;
    },
    back: (): void => {
      const to = before.current;
      if (to instanceof HTMLElement && to.isConnected && to !== document.body) to.focus();
      if (document.activeElement !== to || to === document.body) {
        document.querySelector<HTMLElement>("[data-review] [data-leave]")?.focus();
      }
    },
  };
}
