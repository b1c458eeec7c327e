// Log lines of a server: time, level, text. Follows the end while the end is in view.
import { memo, useLayoutEffect, useRef } from "react";
import type { ServerLine } from "#shared/servers/server.ts";
import { cx } from "../cx.ts";
import { Visible } from "./Quote.tsx";
import { timeOfDay } from "./time.ts";
import s from "./LogLines.module.css";

/** Within this many px of the end the list counts as scrolled to the end. */
const nearEndPx = 24;

/**
 * @param levels shows a column for the level
 * @param word the level of lines that have none
 * @param brief leaves out milliseconds
 */
export function LogLines({
  label,
  lines,
  levels = false,
  word,
  brief = false,
  className,
}: {
  label: string;
  lines: readonly ServerLine[];
  levels?: boolean;
  word?: (line: ServerLine) => string;
  brief?: boolean;
  className?: string | undefined;
}) {
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const element = list.current;
    if (element !== null && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [lines]);
  return (
    <ol
      ref={list}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling list must be reachable by key
      tabIndex={0}
      className={cx(s.log, levels && s.levels, brief && s.brief, className)}
      onScroll={({ currentTarget: at }) => {
        atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < nearEndPx;
      }}
    >
      {lines.map((line, index) => (
        <Line
          key={index}
          line={line}
          word={levels ? (word?.(line) ?? line.level ?? "") : null}
          brief={brief}
        />
      ))}
    </ol>
  );
}

const Line = memo(function Line({
  line,
  word,
  brief,
}: {
  line: ServerLine;
  word: string | null;
  brief: boolean;
}) {
  return (
    <li className={s.line}>
      <time className={s.time}>{brief ? timeOfDay(line.atMs) : exactTime(line.atMs)}</time>
      {word !== null && <span className={s.level}>{word}</span>}
      <bdi className={s.text}>
        {line.text.split(/\r\n|\r|\n/).map((part, index) => (
          <span key={index} className={s.part}>
            <Visible text={part} limit={Number.MAX_SAFE_INTEGER} />
          </span>
        ))}
      </bdi>
    </li>
  );
});

/** `14:00:52.101` */
export function exactTime(atMs: number): string {
  return `${timeOfDay(atMs)}.${String(Math.floor(atMs % 1000)).padStart(3, "0")}`;
}
