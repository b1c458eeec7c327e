// Matches words against patterns with wildcards in memory, and reduces simple patterns to a substring search.
import { asInColumn, BREAK, isExact } from "./columns.ts";
import type { ColumnName } from "./columns.ts";
import type { PatternPart } from "./query.ts";
import { fold } from "./text.ts";

/** How to search a column of words: for a substring, or word by word. */
export type Shape =
  | { kind: "any" }
  /** The column contains this text. */
  | { kind: "holds"; text: string }
  /** One of its words matches these folded parts. */
  | { kind: "fits"; parts: PatternPart[] };

/** Since words are enclosed in breaks, prefixes, suffixes and whole words are substring searches. */
export function shapeOf(column: ColumnName, pattern: readonly PatternPart[]): Shape {
  const [only] = pattern;
  if (pattern.length === 1 && typeof only === "string") {
    return { kind: "holds", text: `${BREAK}${asInColumn(column, only)}${BREAK}` };
  }
  const parts = pattern
    .map((part) => {
      if (typeof part !== "string" || isExact(column)) return part;
      return fold(part).replace(/\s+/gu, " ");
    })
    .filter((part) => part !== "");
  if (parts.every((part) => isAny(part))) return { kind: "any" };
  const texts = parts.filter((part) => typeof part === "string");
  const [text] = texts;
  const others = parts.filter((part) => typeof part !== "string");
  // Adjacent texts can only be matched word by word.
  if (text === undefined || texts.length > 1 || !others.every(isAny))
    return { kind: "fits", parts };
  const start = isAny(parts[0]) ? "" : BREAK;
  const end = isAny(parts.at(-1)) ? "" : BREAK;
  return { kind: "holds", text: `${start}${text}${end}` };
}

const isAny = (part: PatternPart | undefined): boolean =>
  typeof part === "object" && part.wild === "any";

/** Whether one of the column's words matches. */
export const anyFits = (column: string, parts: readonly PatternPart[]): boolean => {
  const signs = parts.flatMap((part): PatternPart[] =>
    typeof part === "string" ? [...part] : [part],
  );
  return column.split(BREAK).some((word) => word !== "" && fits([...word], signs));
};

/** Backtracks only to the last `*`, as the earlier ones already matched as early as possible. */
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

/** The pattern for SQLite's LIKE with `ESCAPE '\'`. */
export const likeOf = (parts: readonly PatternPart[]): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return part.replace(/[%_\\]/g, "\\$&");
      return part.wild === "any" ? "%" : "_";
    })
    .join("");

/** The same for GLOB, which distinguishes cases (SQLite, "The LIKE, GLOB, REGEXP, MATCH, and extract operators"). */
export const globOf = (parts: readonly PatternPart[]): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return part.replace(/[[*?]/g, "[$&]");
      return part.wild === "any" ? "*" : "?";
    })
    .join("");
