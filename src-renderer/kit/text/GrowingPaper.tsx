// Untrusted text while it streams, read only. New text lays out only the last lines, and lines out of view are not
// rendered: an editor would take most of a frame per word.
import { memo, useLayoutEffect, useState } from "react";
import { useT } from "#words/index.ts";
import { cx } from "../cx.ts";
import { GrowingLines } from "./growingLines.ts";
import type { GrowingLine, LineChunk } from "./growingLines.ts";
import { PaperLine } from "./Paper.tsx";
import s from "./Paper.module.css";

/** Height of a single-row line in px, to estimate chunks that were never in view. */
const ROW_PX = 20;

/**
 * @param onGrown called before paint when text was added
 * @param fill takes at least the remaining room
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
