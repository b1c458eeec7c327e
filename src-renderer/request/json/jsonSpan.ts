// Maps a span in a string of a JSON value to the text that shows the value.
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Span } from "#editor/index.ts";
import type { Path } from "#shared/request/document/flag.ts";

/** Maps a span in the string at `path`; undefined if the text has no such value. */
export type SpanIn = (path: Path, span: Span) => Span | undefined;

/** Parses the text lazily and once, as spans are mapped on every scroll. */
export function spansIn(text: string): SpanIn {
  let root: ReturnType<typeof parseTree> | null = null;
  return (path, span) => {
    root ??= parseTree(text);
    const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
    if (node === undefined) return undefined;
    const whole = { ...span, start: node.offset, end: node.offset + node.length };
    const value: unknown = node.value;
    // The text uses unusual escapes, so offsets can't be computed: take the whole string.
    if (typeof value !== "string" || JSON.stringify(value).length !== node.length) return whole;
    const at = (offset: number): number =>
      node.offset + JSON.stringify(value.slice(0, offset)).length - 1;
    return { ...span, start: at(span.start), end: at(span.end) };
  };
}
