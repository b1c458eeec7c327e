// What the user or a rule redacts before a model gets a request: the values at the places of findings.
import type { Json } from "../../json.ts";
import type { Path } from "../../request/document/flag.ts";
import { FINDING_KINDS } from "../kinds.ts";
import type { FindingKind } from "../kinds.ts";
import { nameFor, REDACTIONS_MAX } from "./redactMarks.ts";
import type { Redaction } from "./redactionSchema.ts";

/** Counts of redacted values by placeholder name. Reveals nothing about the values. */
export interface Redacted {
  names: { name: string; values: number; places: number }[];
}

/** The groups of findings that can be redacted. */
export const REDACTED_GROUPS = ["secrets", "personal"] as const;
export type RedactedGroup = (typeof REDACTED_GROUPS)[number];

/** The groups of these values, by their kinds. */
export function groupsOf(values: readonly Pick<Redaction, "kind">[]): RedactedGroup[] {
  const there = new Set(
    values.map(({ kind }) =>
      Object.hasOwn(FINDING_KINDS, kind) ? FINDING_KINDS[kind as FindingKind].group : null,
    ),
  );
  return REDACTED_GROUPS.filter((group) => there.has(group));
}

/** The groups of the replaced values, by the names of their placeholders. */
export function groupsReplaced({ names }: Redacted): RedactedGroup[] {
  const replaced = new Set(names.map(({ name }) => name));
  const kinds = Object.keys(FINDING_KINDS).filter((kind) => replaced.has(nameFor(kind)));
  return groupsOf(kinds.map((kind) => ({ kind })));
}

/** The place of a finding's value. */
export interface ValuePlace {
  kind: string;
  path: Path;
  /** The value is in the field's name, the last step of the path. */
  inName?: true;
  offset: number;
  length: number;
}

/** The text of a finding in a document; null when the document no longer has that place. */
export function valueAt(
  document: unknown,
  { path, inName, offset, length }: Omit<ValuePlace, "kind">,
): string | null {
  let value: unknown = inName === true ? path.at(-1) : document;
  for (const step of inName === true ? [] : path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return null;
    value = (value as { [step: string | number]: Json })[step];
  }
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || offset + length > text.length) return null;
  return text.slice(offset, offset + length);
}

/** The distinct values of these findings, in order: the `redact` of an approval. */
export function redactionsOf(document: unknown, findings: readonly ValuePlace[]): Redaction[] {
  const values = new Map<string, Redaction>();
  for (const finding of findings) {
    const value = valueAt(document, finding);
    if (value !== null && value !== "" && !values.has(value)) {
      values.set(value, { kind: finding.kind, value });
    }
  }
  return [...values.values()].slice(0, REDACTIONS_MAX);
}
