// Indents JSON for reading by changing whitespace only: numbers, escapes and duplicate or misplaced fields stay as
// written. Invalid or truncated JSON is formatted as far as possible.

const INDENT = "  ";
/** Limits indentation, so that deep nesting does not make the output quadratic. */
const DEEPEST_INDENT = 60;
const SPACE = /[ \t\r\n]/;

/** The text with one field or element per line. Never throws; strings are unchanged. */
export function prettyJson(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let i = 0;
  const line = (): void => void out.push("\n", INDENT.repeat(Math.min(depth, DEEPEST_INDENT)));
  while (i < text.length) {
    const char = text.charAt(i);
    if (SPACE.test(char)) {
      i += 1;
    } else if (char === '"') {
      const end = stringEnd(text, i);
      out.push(text.slice(i, end));
      i = end;
    } else if (char === "{" || char === "[") {
      const close = closesAt(text, i);
      if (close !== -1) {
        out.push(char, text.charAt(close));
        i = close + 1;
        continue;
      }
      depth += 1;
      out.push(char);
      line();
      i += 1;
    } else if (char === "}" || char === "]") {
      depth = Math.max(0, depth - 1);
      line();
      out.push(char);
      i += 1;
    } else {
      const end = char === "," || char === ":" ? i + 1 : wordEnd(text, i);
      out.push(text.slice(i, end));
      if (char === ",") line();
      if (char === ":") out.push(" ");
      i = end;
    }
  }
  return out.join("");
}

/** The index after the string that starts at `start`; the end of the text if it is not closed. */
function stringEnd(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length) {
    const char = text.charCodeAt(i);
    if (char === 0x22) return i + 1;
    i += char === 0x5c ? 2 : 1;
  }
  return text.length;
}

/** The index of the closing bracket of an empty object or list; -1 if it is not empty. */
function closesAt(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && SPACE.test(text.charAt(i))) i += 1;
  const wanted = text.charAt(start) === "{" ? "}" : "]";
  return text.charAt(i) === wanted ? i : -1;
}

/** The index after a number or word. */
function wordEnd(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && !/[\s",:[\]{}]/.test(text.charAt(i))) i += 1;
  return i;
}
