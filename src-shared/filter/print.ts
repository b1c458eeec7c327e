// Prints filters so that `parse` returns the same filter.
import { FIELDS } from "./fields.ts";
import type { FilterQuery, PatternPart } from "./query.ts";

/** The text of a filter; empty for the filter that matches everything. */
export function print(query: FilterQuery): string {
  switch (query.kind) {
    case "all":
      return "";
    case "and":
      return query.of
        .map((part) => (part.kind === "or" ? `(${print(part)})` : print(part)))
        .join(" ");
    case "or":
      return query.of.map(print).join(" OR ");
    case "not": {
      const inner = print(query.of);
      const isGroup = query.of.kind === "and" || query.of.kind === "or";
      return isGroup ? `-(${inner})` : `-${inner}`;
    }
    case "text":
      return phrase(query);
    case "word":
      return `${query.field}:${pattern(query.pattern)}`;
    case "compare": {
      const sign = query.by === "=" || FIELDS[query.field].by !== undefined ? "" : query.by;
      return `${query.field}:${sign}${amount(query.value)}`;
    }
    case "between":
      return `${query.field}:${query.from ?? ""}..${query.to ?? ""}`;
    case "known":
      return `${query.field}:*`;
  }
}

/** A bare word matches as a prefix; in quotes this needs a star. */
function phrase({ phrase, begun }: Extract<FilterQuery, { kind: "text" }>): string {
  const written = begun ? quoted(phrase) : inQuotes(phrase);
  return begun && written !== phrase ? `${written}*` : written;
}

const inQuotes = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** A plain word as it is, anything else in quotes with quote and backslash escaped. */
function quoted(text: string): string {
  const isPlain = /^[\p{L}\p{N}][\p{L}\p{N}._]*$/u.test(text) && !/^(?:AND|OR|NOT)$/.test(text);
  return isPlain ? text : inQuotes(text);
}

/** A field's value, in quotes if it contains characters with a meaning in filters. */
export const valueText = (value: string): string =>
  /^(?![<>=＜＞＝])[^\s()（）"＂“「\\*?＊？]+$/u.test(value) ? value : inQuotes(value);

function pattern(parts: readonly PatternPart[]): string {
  const [only] = parts;
  if (parts.length === 1 && typeof only === "string") return valueText(only);
  return parts
    .map((part) => {
      if (typeof part === "string") return part.replace(/[^\p{L}\p{N}]/gu, "\\$&");
      return part.wild === "any" ? "*" : "?";
    })
    .join("");
}

/** Dates can contain a space and then need quotes. */
const amount = (value: string): string => (value.includes(" ") ? `"${value}"` : value);
