// How a finding is drawn in the text: its classes, the code points behind it, the words of its hover.
import { codePoint } from "../../src-shared/visible.ts";
import type { Span } from "./marks.ts";

/** What the editor draws by itself when control characters are shown: controls and direction characters. */
const drawn = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** The code points of what would not be seen at all, or not be seen for what it is, to be drawn behind it. */
export const codesOf = (text: string, which: Span["codes"]): string =>
  (which === "none" ? [] : [...text])
    .filter((character) =>
      which === "look-alikes" ? character > "\u007F" : !drawn.test(character),
    )
    .slice(0, 12)
    .map(codePoint)
    .join(" ");

export const looks = {
  high: "countersign-found countersign-found-high",
  low: "countersign-found",
  placeholder: "countersign-placeholder",
};

export const lineLook = (tone: Span["tone"]): string =>
  tone === "high" ? "countersign-found-line-high" : "countersign-found-line";

/** Monaco draws what hovers as Markdown: every sign of it is written out. */
export const plain = (words: string): string => words.replace(/[\\`*_{}[\]()#+.!|<>~&-]/g, "\\$&");
