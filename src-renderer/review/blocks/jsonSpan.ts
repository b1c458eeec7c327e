// Where a string of a JSON value stands in the text that shows the value.
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Span } from "../../editor/index.ts";
import type { Path } from "../../../src-shared/sampling/document/flag.ts";

/** Finds a place within the string at `path`; undefined: the text has no such value. */
export type SpanIn = (path: Path, span: Span) => Span | undefined;

/** Reads the text at the first question, and once: places are asked for while something is scrolled. */
export function spansIn(text: string): SpanIn {
  let root: ReturnType<typeof parseTree> | null = null;
  return (path, span) => {
    root ??= parseTree(text);
    const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
    if (node === undefined) return undefined;
    const whole = { ...span, start: node.offset, end: node.offset + node.length };
    const value: unknown = node.value;
    // Written with other escapes than usual: its characters can't be counted.
    if (typeof value !== "string" || JSON.stringify(value).length !== node.length) return whole;
    const at = (offset: number): number =>
      node.offset + JSON.stringify(value.slice(0, offset)).length - 1;
    return { ...span, start: at(span.start), end: at(span.end) };
  };
}
