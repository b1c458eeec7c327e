// How a finding is drawn in the text: its classes, the code points shown after it, its tooltip.
import { codePoint } from "#shared/visible.ts";
import type { Span } from "./marks.ts";

/** What the editor renders by itself when control characters are shown: controls and bidirectional marks. */
const drawn = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** The code points of invisible or misleading characters, to be shown after them. */
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

/** Escapes Markdown, which Monaco renders in tooltips. */
export const plain = (words: string): string => words.replace(/[\\`*_{}[\]()#+.!|<>~&-]/g, "\\$&");
