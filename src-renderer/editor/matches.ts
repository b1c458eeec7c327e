// How matches are highlighted in an editor: the current one apart from the others.
import type { editor } from "monaco-editor/editor/editor.api";
import type { Span } from "#kit/find/finder.ts";
import type { Monaco } from "./pool.ts";

export interface Matches {
  spans: readonly Span[];
  current: Span | null;
}

export const matchDecorations = (
  { Range }: Monaco,
  model: editor.ITextModel,
  { spans, current }: Matches,
): editor.IModelDeltaDecoration[] =>
  spans.map((span) => ({
    range: Range.fromPositions(model.getPositionAt(span.start), model.getPositionAt(span.end)),
    options: {
      inlineClassName:
        span === current ? "countersign-match countersign-match-now" : "countersign-match",
    },
  }));
