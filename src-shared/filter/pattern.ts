// Whether a word fits a pattern with wildcards, in memory; and which patterns are so simple that a plain search does.
import { BREAK } from "./columns.ts";
import type { PatternPart } from "./query.ts";
import { fold, foldValue } from "./text.ts";

/** How a column of words is scanned: for a text that stands in it, or word by word. */
export type Shape =
  | { kind: "any" }
  /** The column holds this text. */
  | { kind: "holds"; text: string }
  /** One of its words fits the parts, which are folded. */
  | { kind: "fits"; parts: PatternPart[] };

/** Words stand between breaks, so beginning, end and all of a word are texts to be found. */
export function shapeOf(pattern: readonly PatternPart[]): Shape {
  const [only] = pattern;
  if (pattern.length === 1 && typeof only === "string") {
    return { kind: "holds", text: `${BREAK}${foldValue(only)}${BREAK}` };
  }
  const parts = pattern
    .map((part) => (typeof part === "string" ? fold(part).replace(/\s+/gu, " ") : part))
    .filter((part) => part !== "");
  if (parts.every((part) => isAny(part))) return { kind: "any" };
  const texts = parts.filter((part) => typeof part === "string");
  const [text] = texts;
  const others = parts.filter((part) => typeof part !== "string");
  // Two texts side by side, where what stood between them was nothing, are looked at word by word.
  if (text === undefined || texts.length > 1 || !others.every(isAny))
    return { kind: "fits", parts };
  const start = isAny(parts[0]) ? "" : BREAK;
  const end = isAny(parts.at(-1)) ? "" : BREAK;
  return { kind: "holds", text: `${start}${text}${end}` };
}

const isAny = (part: PatternPart | undefined): boolean =>
  typeof part === "object" && part.wild === "any";

/** Whether one of the words of a column fits. */
export const anyFits = (column: string, parts: readonly PatternPart[]): boolean => {
  const signs = parts.flatMap((part): PatternPart[] =>
    typeof part === "string" ? [...part] : [part],
  );
  return column.split(BREAK).some((word) => word !== "" && fits([...word], signs));
};

/** Goes back only to the last `*`: what comes after an earlier one was found as early as can be. */
function fits(word: readonly string[], signs: readonly PatternPart[]): boolean {
  let [at, sign, star, from] = [0, 0, -1, 0];
  while (at < word.length) {
    const part = signs[sign];
    if (isAny(part)) {
      [star, from] = [sign, at];
      sign += 1;
    } else if (part !== undefined && (typeof part === "object" || part === word[at])) {
      at += 1;
      sign += 1;
    } else if (star >= 0) {
      from += 1;
      [at, sign] = [from, star + 1];
    } else return false;
  }
  return signs.slice(sign).every(isAny);
}

/** The same for SQLite's LIKE with `ESCAPE '\'`. */
export const likeOf = (parts: readonly PatternPart[]): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return part.replace(/[%_\\]/g, "\\$&");
      return part.wild === "any" ? "%" : "_";
    })
    .join("");
