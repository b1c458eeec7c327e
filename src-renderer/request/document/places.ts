// A registry of what is on the paper by JSON path: editors, elements and spans to mark. Blocks register; the side
// panel jumps to paths.
import { createContext, useContext, useEffect, useMemo, useRef } from "react";
import type { CodeBlockHandle, Span } from "#editor/index.ts";
import type { Path } from "#shared/request/document/flag.ts";
import { pathKey } from "./document.ts";
import type { SpanIn } from "../json/jsonSpan.ts";
import { useSame } from "#kit/hooks/useSame.ts";
import { scrollWithin } from "#kit/scrollWithin.ts";

/** Where a place is on the screen. */
export interface Spot {
  inView: boolean;
  /** False: in the side panel. */
  onPaper: boolean;
  isAbove: boolean;
  /** Position along the whole paper, from 0 to 1; null if unknown. */
  along: number | null;
}

export class Places {
  private readonly handles = new Map<string, Handle>();
  /** Messages not rendered in full, with a callback that does so. */
  private readonly unrendered = new Map<string, () => void>();
  /** Blocks and fields without text, such as an image or a number. */
  private readonly elements = new Map<string, HTMLElement>();

  registerElement(path: Path, element: HTMLElement): () => void {
    const key = pathKey(path);
    this.elements.set(key, element);
    return () => {
      if (this.elements.get(key) === element) this.elements.delete(key);
    };
  }

  /** Registers a message that is not rendered in full; `open` scrolls to it and does so. */
  registerUnrendered(path: Path, open: () => void): () => void {
    const key = pathKey(path);
    this.unrendered.set(key, open);
    return () => {
      if (this.unrendered.get(key) === open) this.unrendered.delete(key);
    };
  }

  /** @param spanIn maps spans of strings in a value that the editor shows as JSON */
  register(path: Path, block: CodeBlockHandle, spanIn?: () => SpanIn): () => void {
    const key = pathKey(path);
    const handle = { block, spanIn };
    this.handles.set(key, handle);
    return () => {
      if (this.handles.get(key) === handle) this.handles.delete(key);
    };
  }

  /** Where the text at `path`, or the nearest block around it, is; null if neither is on the paper. */
  spot(path: Path, span?: Span): Spot | null {
    for (let length = path.length; length >= 0; length -= 1) {
      const key = pathKey(path.slice(0, length));
      if (this.unrendered.has(key)) return FAR;
      const element = this.elements.get(key);
      if (element !== undefined) return spotIn(element, element.getBoundingClientRect());
      const handle = this.handles.get(key);
      if (handle === undefined) continue;
      const box = handle.block.where(spanWithin(handle, path.slice(length), span));
      return box === null ? FAR : spotIn(box.element, box);
    }
    return null;
  }

  /**
   * Scrolls to the text at `path` or the nearest block around it; false if neither is on the paper.
   * @param quietly does not move the focus
   */
  jump(path: Path, span?: Span, quietly = false): boolean {
    for (let length = path.length; length >= 0; length -= 1) {
      const open = this.unrendered.get(pathKey(path.slice(0, length)));
      if (open !== undefined) {
        open();
        // Its editors exist after the next frame.
        requestAnimationFrame(() => requestAnimationFrame(() => this.jump(path, span, quietly)));
        return true;
      }
      const element = this.elements.get(pathKey(path.slice(0, length)));
      if (element !== undefined) {
        scrollWithin(element, "center");
        if (!quietly) element.focus({ preventScroll: true });
        return true;
      }
      const handle = this.handles.get(pathKey(path.slice(0, length)));
      if (handle === undefined) continue;
      const there = spanWithin(handle, path.slice(length), span);
      if (there === undefined) handle.block.focus(quietly);
      else handle.block.reveal(there, quietly);
      return true;
    }
    return false;
  }

  /** Focuses the first editor on the paper. */
  focusFirst(): void {
    const [first] = this.handles.values();
    first?.block.focus();
  }
}

interface Handle {
  block: CodeBlockHandle;
  spanIn: (() => SpanIn) | undefined;
}

/** @param rest path from the editor's value to the string that `span` is in */
const spanWithin = ({ spanIn }: Handle, rest: Path, span: Span | undefined): Span | undefined =>
  rest.length === 0 || span === undefined ? span : spanIn?.()(rest, span);

/** On the paper, but not rendered yet. */
const FAR: Spot = { inView: false, onPaper: true, isAbove: false, along: null };

/** In a narrow window the side panel overlays the paper and may cover the place. */
function isOverlaid(top: number, end: number): boolean {
  const over = document.querySelector("[data-over-paper]")?.getBoundingClientRect();
  return over !== undefined && top < over.bottom && end > over.top;
}

/** Of something taller than half the scroller only the first part has to be in view. */
function spotIn(element: Element, { top, bottom }: { top: number; bottom: number }): Spot {
  const around = element.closest("[data-scroller], aside");
  if (around === null) return { ...FAR, onPaper: false };
  const view = around.getBoundingClientRect();
  const end = Math.min(bottom, top + view.height / 2);
  const onPaper = around.hasAttribute("data-scroller");
  return {
    inView: top >= view.top - 1 && end <= view.bottom + 1 && !(onPaper && isOverlaid(top, end)),
    onPaper,
    isAbove: top < view.top,
    along: onPaper ? (top - view.top + around.scrollTop) / Math.max(1, around.scrollHeight) : null,
  };
}

export interface Shared {
  places: Places;
  spans: ReadonlyMap<string, readonly Span[]>;
}

export const PlacesContext = createContext<Shared>({ places: new Places(), spans: new Map() });

/**
 * Connects a text block to the registry: returns the spans to mark in it, and a ref that makes it a target of jumps.
 * @param spanIn for a value shown as JSON: maps spans of its strings
 */
export function usePlace(
  path: Path,
  spanIn?: SpanIn,
): {
  found: readonly Span[] | undefined;
  register: (handle: CodeBlockHandle | null) => void;
} {
  const { places, spans } = useContext(PlacesContext);
  const key = pathKey(path);
  const given = spanIn === undefined ? spans.get(key) : spansBelow(spans, path, spanIn);
  // An equal list with a new identity would make the editor redraw its marks on every key.
  const found = useSame(given, sameSpans);
  const latest = useRef(spanIn);
  latest.current = spanIn;
  const holder = useMemo(() => ({ drop: (): void => undefined }), []);
  useEffect(() => () => holder.drop(), [holder]);
  const register = useMemo(
    () => (handle: CodeBlockHandle | null) => {
      holder.drop();
      const nowhere: SpanIn = () => undefined;
      holder.drop =
        handle === null
          ? () => undefined
          : places.register(JSON.parse(key) as Path, handle, () => latest.current ?? nowhere);
    },
    [places, key, holder],
  );
  return { found, register };
}

function sameSpans(before: readonly Span[] | undefined, now: readonly Span[] | undefined): boolean {
  if (before === now) return true;
  if (before === undefined || now === undefined || before.length !== now.length) return false;
  return before.every((span, at) => {
    const other = now[at];
    return (
      span.start === other?.start &&
      span.end === other.end &&
      span.tone === other.tone &&
      span.codes === other.codes &&
      span.words === other.words
    );
  });
}

function spansBelow(
  spans: ReadonlyMap<string, readonly Span[]>,
  path: Path,
  spanIn: SpanIn,
): readonly Span[] | undefined {
  const above = `${pathKey(path).slice(0, -1)},`;
  const below = [...spans].flatMap(([key, found]) =>
    key.startsWith(above)
      ? found.flatMap((span) => spanIn((JSON.parse(key) as Path).slice(path.length), span) ?? [])
      : [],
  );
  return below.length === 0 ? undefined : below;
}

/** Makes an element without text a target of jumps; a jump focuses it. */
export function useElementPlace(path: Path): (element: HTMLElement | null) => void {
  const { places } = useContext(PlacesContext);
  const key = pathKey(path);
  return useMemo(() => {
    let drop = (): void => undefined;
    return (element) => {
      drop();
      drop =
        element === null
          ? () => undefined
          : places.registerElement(JSON.parse(key) as Path, element);
    };
  }, [places, key]);
}
