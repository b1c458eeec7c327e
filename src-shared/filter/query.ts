// A filter as data: what was asked for, without places, spaces or other spellings. It can be stored as the text
// that `print` gives: reading that text gives the same query again.
import type { FieldName, Comparison } from "./fields.ts";

/** `any` is `*`: any characters, none included; `one` is `?`: exactly one. Texts are as they were written. */
export type PatternPart = string | { wild: "any" | "one" };
/** How a field of words is asked, of numbers, of times. */
export type FilterQuery =
  | { kind: "all" }
  | { kind: "and" | "or"; of: FilterQuery[] }
  | { kind: "not"; of: FilterQuery }
  /** The phrase stands in a text; `begun`: its last word may go on. */
  | { kind: "text"; phrase: string; begun: boolean }
  /** One word of the field fits the whole pattern. */
  | { kind: "word"; field: FieldName; pattern: PatternPart[] }
  /** Amounts and times stay as they were written; `amounts.ts` reads them when they are compared. */
  | { kind: "compare"; field: FieldName; by: Comparison; value: string }
  | { kind: "between"; field: FieldName; from: string | null; to: string | null }
  /** Its number or time is known. */
  | { kind: "known"; field: FieldName };

/** What is wrong with a filter's text, and where: UTF-16 units from its start, `end` not included. */
export type FilterFault = { start: number; end: number } & FaultKind;

/** Each kind has its sentence in the catalogue. Texts in it are the user's own. */
export type FaultKind =
  | { kind: "unknown-field"; field: string; nearest: FieldName | null }
  | { kind: "unknown-value"; field: FieldName; value: string; nearest: string | null }
  | { kind: "not-number" | "not-size" | "not-duration" | "not-money" | "not-date"; value: string }
  | { kind: "no-value"; field: FieldName }
  | { kind: "not-comparable"; field: FieldName }
  | { kind: "backwards"; from: string; to: string }
  | { kind: "open-quote" }
  | { kind: "open-group" }
  | { kind: "extra-close" }
  | { kind: "empty-group" }
  | { kind: "no-operand"; sign: string }
  | { kind: "field-in-values"; field: string }
  | { kind: "no-word"; text: string }
  | { kind: "star-inside"; text: string }
  | { kind: "too-deep" | "too-many" | "too-long"; limit: number }
  | { kind: "not-read" };
