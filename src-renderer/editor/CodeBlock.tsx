// One block of text: Monaco while in view, plain text of the same height otherwise. A new `identity` resets it;
// typing rerenders nothing outside except through `onChange`.
import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Ref } from "react";
import { useT } from "#words/index.ts";
import { GrowingPaper } from "#kit/text/GrowingPaper.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { cx } from "#kit/cx.ts";
import { BlockEditor } from "./blockEditor.ts";
import type { BlockMarks } from "./blockEditor.ts";
import { loadMonaco, useMonaco } from "./load.ts";
import type { Monaco } from "./pool.ts";
import { lineOf } from "./marks.ts";
import type { Span } from "./marks.ts";
import { PADDING_PX, WIRE_LEAD_PX } from "./options.ts";
import { scrollerAround, useScroller } from "./scroller.ts";
import { waitForTurn } from "./turns.ts";
import { useOffered } from "./useOffered.ts";
import s from "./CodeBlock.module.css";
import { scrollWithin } from "#kit/scrollWithin.ts";

export type BlockLanguage = "markdown" | "json" | "plaintext";

export interface CodeBlockHandle {
  /** @param quietly shows the text without moving the focus */
  focus: (quietly?: boolean) => void;
  /** Selects a span and scrolls to it. */
  reveal: (span: Span, quietly?: boolean) => void;
  /** The position of a span, or of the whole block, in the window; null: not rendered yet. */
  where: (span?: Span) => { element: Element; top: number; bottom: number } | null;
}

export interface CodeBlockProps {
  /** A new identity is a new text: undo history and cursor start over. */
  identity: string;
  value: string;
  onChange?: (text: string) => void;
  language: BlockLanguage;
  readOnly?: boolean;
  marks?: BlockMarks | undefined;
  /** The accessible name. */
  label: string;
  /** Fills at least the remaining space. */
  fill?: boolean;
  /**
   * Certainly on the first screen: gets its editor in the first render, or in the next frame; until then only the
   * visible part is laid out. Others wait until they are in view.
   */
  start?: "now" | "nextFrame" | undefined;
  ref?: Ref<CodeBlockHandle>;
}

type Box = { current: HTMLElement | null };

/** Longer texts are not laid out while out of view: their height is estimated. Nothing is cut. */
const mostPlain = 200_000;
/** How far outside the view a block gets its editor. */
const margin = "400px 0px";

export const CodeBlock = memo(function CodeBlock(props: CodeBlockProps) {
  return <Block key={props.identity} {...props} />;
});

function Block({
  value,
  onChange,
  language,
  readOnly = false,
  marks,
  label,
  fill = false,
  start,
  ref,
}: CodeBlockProps) {
  const monaco = useMonaco();
  const scroller = useScroller();
  const box = useRef<HTMLDivElement>(null);
  const block = useRef<BlockEditor | null>(null);
  /** The block's width, px; 0 until observed. */
  const width = useRef(0);
  const wanted = useRef<Wanted | null>(null);
  const latest = useRef(value);
  latest.current = value;
  const { inView, standing } = useTurn(box, block, start === "now" && value.length <= mostPlain);
  const [held, setHeld] = useState(false);
  const [height, setHeight] = useState<number | null>(null);
  const found = useOffered(box, block, { value, language, label });
  const shown = monaco !== null && (inView || held);
  const scrolls = scroller !== undefined;

  // The effects below pass later values to the editor without recreating it.
  const attach = useEffectEvent((to: Monaco, element: HTMLElement, inScroller: boolean) => {
    // Without its scroller a tall block would render every line. The first render can only look it up.
    const around = inScroller ? scrollerAround(element) : null;
    block.current ??= new BlockEditor(to, value, language, around);
    const made = block.current;
    made.onHeight = setHeight;
    made.onFocus = setHeld;
    made.attach(element, { language, readOnly, label }, width.current);
    made.match(found.matches.current);
    if (found.wanted.current !== null) made.show(found.wanted.current);
    found.wanted.current = null;
    if (wanted.current !== null) show(made, box, wanted.current);
    wanted.current = null;
    return () => made.detach();
  });
  useLayoutEffect(
    () => (shown && box.current !== null ? attach(monaco, box.current, scrolls) : undefined),
    [shown, monaco, scrolls],
  );

  useEffect(() => {
    if (block.current !== null) block.current.onChange = onChange ?? null;
  }, [onChange, shown]);
  useEffect(() => block.current?.setText(value), [value]);
  useEffect(
    () => block.current?.apply({ language, readOnly, label }),
    [language, readOnly, label, shown],
  );
  useEffect(() => block.current?.mark(marks ?? {}), [marks, shown]);
  useEffect(() => () => block.current?.dispose(), []);
  useFollow(box, scroller, block, width);

  useImperativeHandle(ref, () => {
    const later = (wish: Span | true, quietly = false): void => {
      if (block.current?.attached === true) return show(block.current, box, { wish, quietly });
      wanted.current = { wish, quietly };
      scrollWithin(box.current, "center");
      void loadMonaco();
      if (!quietly) setHeld(true);
    };
    return {
      focus: (quietly) => later(true, quietly),
      reveal: later,
      where: (span) => whereIn(box.current, block.current, latest.current, span),
    };
  }, []);

  const kept = height ?? standing.current;
  const style = shown && kept !== null ? { height: kept } : undefined;
  return (
    <div ref={box} className={cx(s.block, fill && s.fill)} style={style}>
      {!shown &&
        (start === "nextFrame" &&
        monaco !== null &&
        height === null &&
        value.length <= mostPlain ? (
          <GrowingPaper text={value} label={label} fill={fill} />
        ) : (
          <Waiting value={value} label={label} marks={marks} height={height} />
        ))}
    </div>
  );
}

/** A span, or the whole block, that is to be shown, with or without the focus. */
interface Wanted {
  wish: Span | true;
  quietly: boolean;
}

function show(block: BlockEditor, box: Box, { wish, quietly }: Wanted): void {
  if (wish !== true) block.reveal(wish, quietly);
  else if (quietly) {
    const around = box.current === null ? null : scrollerAround(box.current);
    const tall = (box.current?.offsetHeight ?? 0) > (around?.clientHeight ?? 0);
    scrollWithin(box.current, tall ? "start" : "nearest");
  } else block.focus();
}

/** Without an editor the lines are plain text, unless the text is too long for that. */
function whereIn(
  element: HTMLElement | null,
  block: BlockEditor | null,
  text: string,
  span: Span | undefined,
): ReturnType<CodeBlockHandle["where"]> {
  if (element === null) return null;
  if (span === undefined) return { element, ...edges(element) };
  if (block?.attached === true) return { element, ...block.where(span) };
  const line = element.querySelectorAll("pre > span").item(lineOf(text, span.start) - 1);
  return line instanceof Element ? { element, ...edges(line) } : null;
}

const edges = (element: Element): { top: number; bottom: number } => {
  const { top, bottom } = element.getBoundingClientRect();
  return { top, bottom };
};

/** True once the block is in view and may take an editor. */
function useTurn(box: Box, block: { current: BlockEditor | null }, first: boolean) {
  const scroller = useScroller();
  // A very long text waits until after the first render, so that it does not delay the rest.
  const [inView, setInView] = useState(first);
  // The height of the plain text, kept until the first editor reports its own. Otherwise the block would collapse for
  // a moment and the scroller would jump.
  const standing = useRef<number | null>(null);
  const leave = useRef<(() => void) | null>(null);
  const turn = useCallback(
    (next: boolean): void => {
      leave.current?.();
      leave.current = null;
      if (!next || block.current?.attached === true) return setInView(next);
      leave.current = waitForTurn(() => {
        if (block.current === null) standing.current = box.current?.offsetHeight ?? null;
        setInView(true);
      });
    },
    [box, block],
  );
  useEffect(() => () => leave.current?.(), []);
  useInView(box, scroller, turn);
  useEffect(() => {
    if (inView) void loadMonaco();
  }, [inView]);
  return { inView, standing };
}

/** The same text without an editor. */
function Waiting({
  value,
  label,
  marks,
  height,
}: {
  value: string;
  label: string;
  marks: BlockMarks | undefined;
  height: number | null;
}) {
  const t = useT();
  if (value.length > mostPlain) {
    const lines = value.length > mostPlain ? lineOf(value, value.length) : 1;
    const estimate = height ?? lines * WIRE_LEAD_PX + 2 * PADDING_PX;
    return (
      <div className={s.later} style={{ height: estimate }} role="note">
        {t("common.paper.long")}
      </div>
    );
  }
  const found = marks?.found?.map((span) => lineOf(value, span.start));
  return (
    <Paper
      text={value}
      label={label}
      marks={{ ...(marks?.edited ? { edited: marks.edited } : {}), ...(found ? { found } : {}) }}
      style={height === null ? undefined : { height, overflow: "hidden" }}
    />
  );
}

function useInView(
  box: Box,
  scroller: HTMLElement | null | undefined,
  tell: (inView: boolean) => void,
): void {
  useEffect(() => {
    if (box.current === null || scroller === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last !== undefined) tell(last.isIntersecting);
      },
      { root: scroller ?? null, rootMargin: margin },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, scroller, tell]);
}

/** Follows the block's width and the scrolling of its container. */
function useFollow(
  box: Box,
  scroller: HTMLElement | null | undefined,
  block: { current: BlockEditor | null },
  width: { current: number },
): void {
  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver((entries) => {
      const wide = entries.at(-1)?.contentRect.width;
      if (wide === undefined) return;
      width.current = Math.floor(wide);
      block.current?.resize(width.current);
    });
    observer.observe(box.current);
    const follow = (): void => block.current?.followScroll();
    scroller?.addEventListener("scroll", follow, { passive: true });
    return () => {
      observer.disconnect();
      scroller?.removeEventListener("scroll", follow);
    };
  }, [box, scroller, block, width]);
}
