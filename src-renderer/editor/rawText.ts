// A text that keeps its own line ends while an editor that knows only one kind changes it.
// Monaco makes all line ends of a model alike; what a server sent must not change by being edited elsewhere.

/** One replacement in lines and columns, both counted from 1, columns in UTF-16 units (as Monaco tells it). */
export interface TextChange {
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
  text: string;
}

export interface RawText {
  readonly lines: readonly string[];
  /** What ends each line but the last: `\n`, `\r\n` or `\r`. */
  readonly ends: readonly string[];
}

const lineEnd = /\r\n|\r|\n/g;

export function rawText(text: string): RawText {
  return { lines: text.split(/\r\n|\r|\n/), ends: text.match(lineEnd) ?? [] };
}

export function joinRaw(raw: RawText): string {
  return raw.lines.map((line, index) => line + (raw.ends[index] ?? "")).join("");
}

/** True when not every line ends alike, or lines end with a lone carriage return. */
export function hasMixedEnds(text: string): boolean {
  // Looked for first: most texts hold none, and of a long one the list of its ends takes longer than all else here.
  if (!text.includes("\r")) return false;
  const ends = new Set(text.match(lineEnd) ?? []);
  return ends.size > 1 || ends.has("\r");
}

/**
 * Applies the changes of one edit, all given in the coordinates before it (Monaco tells them from the
 * end of the text to its start, so that each stays valid). New line ends are `\n`.
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
