// A foreign word inside Countersign's own sentences: paper, hairline, wire face, one line, isolated.
import { useMemo } from "react";
import { cx } from "../cx.ts";
import { piecesOf, spelledOut } from "../../../src-shared/visible.ts";
import s from "./Quote.module.css";

/** Most characters that a quote lays out; the rest is one key away and counted beside it by the caller. */
const most = 400;

/** @param bare no box: wire text in a list or table, never first in its row */
export function Quote({
  children,
  bare = false,
  cut = false,
  className,
}: {
  children: string;
  bare?: boolean;
  /** Give way when the row is too narrow (ellipsis at the end). */
  cut?: boolean;
  className?: string | undefined;
}) {
  return (
    <bdi
      className={cx(bare ? s.bare : s.quote, cut && "cut", className)}
      title={children.length > 24 ? spelledOut(children.slice(0, 2000)) : undefined}
    >
      <Visible text={children} limit={most} />
    </bdi>
  );
}

/** Foreign text with everything invisible drawn as a box. One line. */
export function Visible({ text, limit = most }: { text: string; limit?: number }) {
  const pieces = useMemo(
    () => piecesOf(text.length > limit ? `${text.slice(0, limit)}…` : text),
    [text, limit],
  );
  return pieces.map((piece, index) =>
    piece.kind === "text" ? (
      <span key={index}>{piece.text}</span>
    ) : piece.kind === "break" ? (
      <span key={index} className={s.break}>
        ⏎
      </span>
    ) : (
      <span key={index} className={s.hidden}>
        {piece.code}
      </span>
    ),
  );
}
