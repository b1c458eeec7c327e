// Untrusted text as plain text with line numbers, with the metrics of the editor, so that a block can change between
// the two without a jump.
import { memo, useMemo } from "react";
import type { CSSProperties } from "react";
import { useT } from "#words/index.ts";
import { cx } from "../cx.ts";
import { Visible } from "./Quote.tsx";
import { piecesOf } from "#shared/visible.ts";
import s from "./Paper.module.css";

/** Longer texts are one block of text without line numbers. */
const mostNumbered = 4000;

/** Line numbers to mark in the gutter, from 1. The text itself can't draw there. */
export interface LineMarks {
  edited?: readonly number[];
  found?: readonly number[];
}

/**
 * @param small the smaller font, as for what the server receives
 * @param label the accessible name
 */
export const Paper = memo(function Paper({
  text,
  label,
  small = false,
  marks,
  className,
  style,
}: {
  text: string;
  label: string;
  small?: boolean;
  marks?: LineMarks | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}) {
  const t = useT();
  const lines = useMemo(() => text.split(/\r\n|\r|\n/), [text]);
  const edited = useMemo(() => new Set(marks?.edited), [marks?.edited]);
  const found = useMemo(() => new Set(marks?.found), [marks?.found]);
  return (
    <pre
      className={cx(s.paper, small && s.small, className)}
      style={style}
      role="region"
      aria-label={`${label}, ${t("common.paper.readOnly")}`}
      tabIndex={0}
    >
      {lines.length > mostNumbered ? (
        <span className={s.whole}>{text}</span>
      ) : (
        lines.map((line, index) => (
          <span
            key={index}
            className={cx(
              s.line,
              edited.has(index + 1) && s.edited,
              found.has(index + 1) && s.found,
            )}
          >
            <PaperLine text={line} />
          </span>
        ))
      )}
    </pre>
  );
});

/** One line of text with invisible characters shown as boxes. */
export function PaperLine({ text }: { text: string }) {
  const plain = useMemo(() => piecesOf(text).every((piece) => piece.kind === "text"), [text]);
  return plain ? text : <Visible text={text} limit={Number.MAX_SAFE_INTEGER} />;
}
