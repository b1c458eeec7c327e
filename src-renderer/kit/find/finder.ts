// Find across all texts of a page. Each block registers its texts, and so do messages that are not rendered: the
// search reads texts, never the DOM. Results are in page order.
import { createContext, useContext, useEffect, useMemo, useRef } from "react";

/** A place in a text, in UTF-16 units from its start. */
export interface Span {
  start: number;
  end: number;
}

/** A source of texts: one block, or messages that are far out of view. */
export interface Findable {
  element: () => HTMLElement | null;
  /** Called only during a search. */
  texts: () => readonly string[];
  /** Scrolls to one of its texts; a message that is not rendered yet is rendered and registers itself again. */
  show: (text: number, span: Span) => void;
  /** Highlights matches in the first of its texts. */
  mark: (spans: readonly Span[], current: Span | null) => void;
}

export interface Match {
  place: Findable;
  text: number;
  span: Span;
}

/** Counting stops here: nobody steps through more. */
export const MATCHES_MAX = 10_000;

export class Finder {
  readonly #places = new Set<Findable>();
  readonly #listeners = new Set<() => void>();
  #texts = { inOrder: () => this.places() };

  offer(place: Findable): () => void {
    this.#places.add(place);
    this.changed();
    return () => {
      this.#places.delete(place);
      this.changed();
    };
  }

  changed(): void {
    this.#texts = { inOrder: () => this.places() };
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Its places; another object when any of their texts is another one. */
  readonly texts = (): { inOrder: () => Findable[] } => this.#texts;

  /** In page order. */
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

/** All matches, ignoring case; none for an empty search. */
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
 * Registers texts with the find bar of the page, if it has one.
 * @param held what the texts are derived from: a new value has new texts
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
