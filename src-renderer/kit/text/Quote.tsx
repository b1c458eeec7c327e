// Untrusted text within a sentence: boxed, monospace, one line, with isolated text direction.
import { useMemo } from "react";
import { cx } from "../cx.ts";
import { piecesOf, spelledOut } from "#shared/visible.ts";
import s from "./Quote.module.css";

/** Longer quotes are cut; the caller says how much is left out and shows the whole. */
const most = 400;

/** @param bare without box, for lists and tables, where it must not come first in its row */
export function Quote({
  children,
  bare = false,
  cut = false,
  className,
}: {
  children: string;
  bare?: boolean;
  /** Shrinks with an ellipsis when the row is too narrow. */
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

/** Untrusted text in one line with invisible characters shown as boxes. */
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
