// A text that keeps its own line ends while it is edited in Monaco, which makes all line ends of a model alike: an
// edit elsewhere must not change what a server sent.

/** One replacement by line and column, both from 1, columns in UTF-16 units (as Monaco reports them). */
export interface TextChange {
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
  text: string;
}

export interface RawText {
  readonly lines: readonly string[];
  /** The line end of each line but the last: `\n`, `\r\n` or `\r`. */
  readonly ends: readonly string[];
}

const lineEnd = /\r\n|\r|\n/g;

export function rawText(text: string): RawText {
  return { lines: text.split(/\r\n|\r|\n/), ends: text.match(lineEnd) ?? [] };
}

export function joinRaw(raw: RawText): string {
  return raw.lines.map((line, index) => line + (raw.ends[index] ?? "")).join("");
}

/** True if the text mixes line ends or has lone carriage returns. */
export function hasMixedEnds(text: string): boolean {
  // A quick check first: most texts have none, and listing the ends of a long text is slow.
  if (!text.includes("\r")) return false;
  const ends = new Set(text.match(lineEnd) ?? []);
  return ends.size > 1 || ends.has("\r");
}

/**
 * Applies the changes of one edit, all in coordinates before the edit and ordered from the end of the text to its
 * start, so that each stays valid. New line ends are `\n`.
 */
export function applyRaw(raw: RawText, changes: readonly TextChange[]): RawText {
  const lines = [...raw.lines];
  const ends = [...raw.ends];
  for (const change of changes) {
    const first = change.startLine - 1;
    const last = change.endLine - 1;
    const before = (lines[first] ?? "").slice(0, change.startColumn - 1);
    const after = (lines[last] ?? "").slice(change.endColumn - 1);
    const added = change.text.split(/\r\n|\r|\n/);
    const put = [before + (added[0] ?? ""), ...added.slice(1)];
    put[put.length - 1] = (put.at(-1) ?? "") + after;
    lines.splice(first, last - first + 1, ...put);
    ends.splice(first, last - first, ...added.slice(1).map(() => "\n"));
  }
  return { lines, ends };
}
