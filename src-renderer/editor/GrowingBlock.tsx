// A text that still comes, read only: Monaco takes what is new, nothing is set again.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../ui/cx.ts";
import { Paper } from "../ui/Paper.tsx";
import { BlockEditor } from "./blockEditor.ts";
import type { BlockLanguage } from "./CodeBlock.tsx";
import { Growing } from "./growing.ts";
import { loadMonaco, useMonaco } from "./load.ts";
import { useScroller } from "./scroller.ts";
import s from "./CodeBlock.module.css";

/** @param onGrown told when it has become higher */
export function GrowingBlock({
  text,
  language,
  label,
  onGrown,
}: {
  text: string;
  language: BlockLanguage;
  label: string;
  onGrown?: (() => void) | undefined;
}) {
  const monaco = useMonaco();
  const scroller = useScroller();
  const box = useRef<HTMLDivElement>(null);
  const growing = useRef<Growing | null>(null);
  const latest = useRef(text);
  latest.current = text;
  const [height, setHeight] = useState<number | null>(null);
  const shown = monaco !== null && scroller !== null;

  useEffect(() => void loadMonaco(), []);
  useLayoutEffect(() => {
    if (!shown || box.current === null) return undefined;
    const made = new BlockEditor(monaco, "", language, scroller ?? null);
    made.onHeight = setHeight;
    made.attach(box.current, {
      language,
      readOnly: true,
      label,
      wrapping: "simple",
      growing: true,
    });
    const feed = new Growing(made, "", 0);
    feed.set(latest.current);
    growing.current = feed;
    const observer = new ResizeObserver((entries) => {
      const width = entries.at(-1)?.contentRect.width;
      if (width !== undefined) made.resize(Math.floor(width));
    });
    observer.observe(box.current);
    const follow = (): void => made.followScroll();
    scroller?.addEventListener("scroll", follow, { passive: true });
    return () => {
      feed.end();
      growing.current = null;
      observer.disconnect();
      scroller?.removeEventListener("scroll", follow);
      made.dispose();
    };
  }, [shown, monaco, scroller, language, label]);
  useEffect(() => growing.current?.set(text), [text]);
  useLayoutEffect(() => onGrown?.(), [height, onGrown]);

  return (
    <div
      ref={box}
      className={cx(s.block, s.growing)}
      style={height === null ? undefined : { height }}
    >
      {!shown && <Paper text={text} label={label} />}
    </div>
  );
}
