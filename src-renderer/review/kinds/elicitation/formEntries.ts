// The content of a form: the values to be sent, in the form's order. A field without value is not sent.
import type { FieldValue, FormContent } from "../../../../src-shared/kinds/elicitation/document.ts";
import type { FormField } from "../../../../src-shared/kinds/elicitation/field.ts";
import { looksSecret } from "../../../../src-shared/kinds/elicitation/secretFields.ts";

export const secretNames = (fields: readonly FormField[]): ReadonlySet<string> =>
  new Set(fields.filter(looksSecret).map(({ name }) => name));

/** The form's defaults, except for secrets: nothing else counts as an answer before the user gives it. */
export function initialContent(
  fields: readonly FormField[],
  secrets: ReadonlySet<string>,
): FormContent {
  return contentOf(fields, ({ name, preset }) => (secrets.has(name) ? undefined : preset));
}

/** Sets a field, or removes it. */
export const withField = (
  fields: readonly FormField[],
  content: FormContent,
  name: string,
  value: FieldValue | undefined,
): FormContent =>
  contentOf(fields, (field) => (field.name === name ? value : valueIn(content, field.name)));

/** The content that may be stored in a draft: without secrets. */
export const withoutSecrets = (
  fields: readonly FormField[],
  content: FormContent,
  secrets: ReadonlySet<string>,
): FormContent =>
  contentOf(fields, ({ name }) => (secrets.has(name) ? undefined : valueIn(content, name)));

/** Own properties only, since field names come from the server. */
export const valueIn = (content: FormContent, name: string): FieldValue | undefined =>
  Object.hasOwn(content, name) ? content[name] : undefined;

function contentOf(
  fields: readonly FormField[],
  valueOf: (field: FormField) => FieldValue | undefined,
): FormContent {
  const entries = fields.flatMap((field): [string, FieldValue][] => {
    const value = valueOf(field);
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
}
