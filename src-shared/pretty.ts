// JSON laid out to be read, by white space alone: every number, escape, repeated or misplaced member stays
// as it was written. What is no JSON, or only its beginning, is laid out as far as it goes.

const INDENT = "  ";
/** Deeper levels stand as far in as this one: what nests without end must not grow without end. */
const DEEPEST_INDENT = 60;
const SPACE = /[ \t\r\n]/;

/** The same text with one member or element a line. Never throws; changes nothing inside of strings. */
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

/** Just behind the string that begins at `start`; the end of the text where it is not closed. */
function stringEnd(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length) {
    const char = text.charCodeAt(i);
    if (char === 0x22) return i + 1;
    i += char === 0x5c ? 2 : 1;
  }
  return text.length;
}

/** Where an empty object or list closes; -1 when there is something in it. */
function closesAt(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && SPACE.test(text.charAt(i))) i += 1;
  const wanted = text.charAt(start) === "{" ? "}" : "]";
  return text.charAt(i) === wanted ? i : -1;
}

/** Just behind a number or a word. */
function wordEnd(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && !/[\s",:[\]{}]/.test(text.charAt(i))) i += 1;
  return i;
}
