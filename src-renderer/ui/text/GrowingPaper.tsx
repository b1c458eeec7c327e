// Foreign text that still comes, on paper, read only: only its last lines are laid out again, however long it is, and
// what is out of view is not drawn. An editor would take most of a frame for each word.
import { memo, useLayoutEffect, useState } from "react";
import { useT } from "../../i18n/index.ts";
import { cx } from "../cx.ts";
import { GrowingLines } from "./growingLines.ts";
import type { GrowingLine, LineChunk } from "./growingLines.ts";
import { PaperLine } from "./Paper.tsx";
import s from "./Paper.module.css";

/** Height (px) of a line that fills one row: a chunk that was never in view is taken to be so high. */
const ROW_PX = 20;

/**
 * @param onGrown told when more is shown, before it is painted;
 * @param fill takes at least the room that is left
 */
export function GrowingPaper({
  text,
  label,
  fill = false,
  onGrown,
}: {
  text: string;
  label: string;
  fill?: boolean;
  onGrown?: (() => void) | undefined;
}) {
  const t = useT();
  const [lines] = useState(() => new GrowingLines());
  const chunks = lines.of(text);
  useLayoutEffect(() => onGrown?.(), [chunks, onGrown]);
  return (
    <pre
      className={cx(s.paper, fill && s.fill)}
      role="region"
      aria-label={`${label}, ${t("common.paper.readOnly")}`}
      tabIndex={0}
    >
      {chunks.map((chunk, at) => (
        <Chunk key={at} chunk={chunk} />
      ))}
    </pre>
  );
}

const Chunk = memo(function Chunk({ chunk: { before, lines, settled } }: { chunk: LineChunk }) {
  return (
    <div
      className={settled ? s.settled : undefined}
      style={{
        counterReset: `line ${before}`,
        containIntrinsicHeight: `auto ${lines.length * ROW_PX}px`,
      }}
    >
      {lines.map((line, at) => (
        <Line key={at} line={line} />
      ))}
    </div>
  );
});

const Line = memo(function Line({ line: { text, continues } }: { line: GrowingLine }) {
  return (
    <span className={cx(s.line, continues && s.continued)}>
      <PaperLine text={text} />
    </span>
  );
});
