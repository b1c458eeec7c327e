// Finds comments of HTML and Markdown, which are invisible once rendered.
import { shown } from "../text/detector.ts";
import type { Check } from "../text/detector.ts";
import { matchesAt } from "../text/scan.ts";

const MARKDOWN = /^[ \t]{0,3}\[(?:\/\/|comment|_?metadata_?)\]:[ \t]*(?:#|<>)[^\n]{0,4000}/imuy;

export const findComments: Check = (text, report, { scan }) => {
  for (let at = text.indexOf("<!--"); at !== -1;) {
    const close = text.indexOf("-->", at + 4);
    // An unclosed comment hides all the text after it.
    const end = close === -1 ? text.length : close + 3;
    const inside = text.slice(at + 4, close === -1 ? text.length : close).trim();
    if (inside !== "") {
      report({ kind: "comment", start: at, end, detail: "html", example: shown(inside, 200) });
    }
    at = text.indexOf("<!--", end);
  }
  if (!text.includes("]:")) return;
  for (const match of matchesAt(text, MARKDOWN, scan.lines)) {
    const start = match.index + match[0].search(/\S/u);
    const end = match.index + match[0].length;
    const example = shown(match[0].trim(), 200);
    report({ kind: "comment", start, end, detail: "markdown", example });
  }
};
