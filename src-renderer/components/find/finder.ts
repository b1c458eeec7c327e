// Find across every text of a page. Each block of text offers what it holds, and so does what is not drawn for now:
// texts are searched, never the page. The order is the one in which they stand.
import { createContext, useContext, useEffect, useMemo, useRef } from "react";

/** A place in a text, in UTF-16 units from its start. */
export interface Span {
  start: number;
  end: number;
}

/** A place that offers texts: one block, or messages that are far from view. */
export interface Findable {
  element: () => HTMLElement | null;
  /** Asked for only while something is looked for. */
  texts: () => readonly string[];
  /** Brings one of its texts into view; what is not drawn yet is drawn, and offers itself anew. */
  show: (text: number, span: Span) => void;
  /** Draws what was found in the first of its texts. */
  mark: (spans: readonly Span[], current: Span | null) => void;
}

export interface Match {
  place: Findable;
  text: number;
  span: Span;
}

/** More are not counted: nobody goes through them one by one. */
export const MATCHES_MAX = 10_000;

export class Finder {
  readonly #places = new Set<Findable>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  offer(place: Findable): () => void {
    this.#places.add(place);
    this.changed();
    return () => {
      this.#places.delete(place);
      this.changed();
    };
  }

  changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly version = (): number => this.#version;

  /** In the order of the page. */
  places(): Findable[] {
    const there = [...this.#places].flatMap((place) => {
      const element = place.element();
      return element === null ? [] : [{ place, element }];
    });
    return there.toSorted((a, b) => inOrder(a.element, b.element)).map(({ place }) => place);
  }
}

const inOrder = (a: Node, b: Node): number =>
  a === b ? 0 : (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1;

/** Where the words stand, whatever their case; none for nothing. */
export function matchesIn(places: readonly Findable[], words: string): Match[] {
  const found: Match[] = [];
  if (words === "") return found;
  const pattern = new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), "giu");
  for (const place of places) {
    for (const [text, value] of place.texts().entries()) {
      for (const { index, 0: hit } of value.matchAll(pattern)) {
        if (found.length === MATCHES_MAX) return found;
        found.push({ place, text, span: { start: index, end: index + hit.length } });
      }
    }
  }
  return found;
}

export const FinderContext = createContext<Finder | null>(null);

/**
 * Offers texts to the find bar of the page, where it has one.
 * @param held what they are made from: another one has other texts
 */
export function useFindable(place: Findable, held: unknown): void {
  const finder = useContext(FinderContext);
  const now = useRef(place);
  now.current = place;
  const offered = useMemo(
    (): Findable => ({
      element: () => now.current.element(),
      texts: () => now.current.texts(),
      show: (text, span) => now.current.show(text, span),
      mark: (spans, current) => now.current.mark(spans, current),
    }),
    [],
  );
  useEffect(() => finder?.offer(offered), [finder, offered]);
  const isNew = useRef(true);
  useEffect(() => {
    if (!isNew.current) finder?.changed();
    isNew.current = false;
  }, [finder, held]);
}
