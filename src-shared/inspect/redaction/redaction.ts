// What the user or a rule chooses to have replaced before a model sees a request, as it travels and is kept in drafts.
import type { Json } from "../../json.ts";
import type { Path } from "../../sampling/document/flag.ts";
import { FINDING_KINDS } from "../kinds.ts";
import type { FindingKind } from "../kinds.ts";
import { nameFor } from "./redactMarks.ts";

/** What is told of it: by name, how many values, and at how many places. No value can be learnt from it. */
export interface Redacted {
  names: { name: string; values: number; places: number }[];
}

/** A value that no model is to see, and the kind of finding that it is: it names the placeholder. */
export interface Redaction {
  kind: string;
  value: string;
}

/** The groups of findings that a model can be kept from seeing. */
export const REDACTED_GROUPS = ["secrets", "personal"] as const;
export type RedactedGroup = (typeof REDACTED_GROUPS)[number];

/** The groups that these values are of, by their kinds. */
export function groupsOf(values: readonly Pick<Redaction, "kind">[]): RedactedGroup[] {
  const there = new Set(
    values.map(({ kind }) =>
      Object.hasOwn(FINDING_KINDS, kind) ? FINDING_KINDS[kind as FindingKind].group : null,
    ),
  );
  return REDACTED_GROUPS.filter((group) => there.has(group));
}

/** The groups that values were replaced of, by the names of their placeholders. */
export function groupsReplaced({ names }: Redacted): RedactedGroup[] {
  const replaced = new Set(names.map(({ name }) => name));
  const kinds = Object.keys(FINDING_KINDS).filter((kind) => replaced.has(nameFor(kind)));
  return groupsOf(kinds.map((kind) => ({ kind })));
}

/** The most values of one request. */
export const REDACTIONS_MAX = 10_000;

/** A finding as far as its value is concerned: where the text stands, and which part of it. */
export interface ValuePlace {
  kind: string;
  path: Path;
  /** The value stands in the member's name, the last of the path. */
  inName?: true;
  offset: number;
  length: number;
}

/** The text of a finding in the document that was scanned; null where it is not there any more. */
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

/** The values of these findings, each once, in their order: what `approve` takes as `redact`. */
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
