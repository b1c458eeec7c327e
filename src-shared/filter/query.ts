// A filter as data, without positions, whitespace and alternative spellings. Stored as text: parsing the result of
// `print` gives the same query.
import type { FieldName, Comparison } from "./fields.ts";

/** `any` is `*`, any number of characters; `one` is `?`, exactly one. Texts are as written. */
export type PatternPart = string | { wild: "any" | "one" };
/** A filter, or a part of it. */
export type FilterQuery =
  | { kind: "all" }
  | { kind: "and" | "or"; of: FilterQuery[] }
  | { kind: "not"; of: FilterQuery }
  /** A text contains the phrase; `begun`: its last word can be longer. */
  | { kind: "text"; phrase: string; begun: boolean }
  /** One word of the field matches the whole pattern. */
  | { kind: "word"; field: FieldName; pattern: PatternPart[] }
  /** Amounts and times are kept as written and evaluated by `amounts.ts` when compared. */
  | { kind: "compare"; field: FieldName; by: Comparison; value: string }
  | { kind: "between"; field: FieldName; from: string | null; to: string | null }
  /** The field has a value. */
  | { kind: "known"; field: FieldName };

/** A fault in a filter's text; positions in UTF-16 units, `end` exclusive. */
export type FilterFault = { start: number; end: number } & FaultKind;

/** Each kind has a message in the catalogue. Texts are the user's own. */
export type FaultKind =
  | { kind: "unknown-field"; field: string; nearest: FieldName | null }
  | { kind: "unknown-value"; field: FieldName; value: string; nearest: string | null }
  | { kind: "not-number" | "not-size" | "not-duration" | "not-money" | "not-date"; value: string }
  | { kind: "no-value"; field: FieldName }
  | { kind: "not-comparable"; field: FieldName }
  /** In a rule: nothing is known of the field at a gate of it. */
  | { kind: "not-at-gate"; field: FieldName; gate: 1 | 2 }
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
