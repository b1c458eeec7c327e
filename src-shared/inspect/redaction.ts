// What a person or a rule chooses to have replaced before a model sees a request, as it travels and is kept in drafts.
import type { Json } from "../json.ts";
import type { Path } from "../sampling/flag.ts";

/** A value that no model is to see, and the kind of finding that it is: it names the placeholder. */
export interface Redaction {
  kind: string;
  value: string;
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

/** The text of a finding in the document that was looked through; null where it is not there any more. */
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
