// The content of a form that a server asks for: the values to be sent. A field without value is not sent.
import type { Json } from "#shared/json.ts";
import type { FormContent } from "#shared/request/kinds/elicitation/document.ts";
import { ownValue } from "#shared/forms/field.ts";
import type { Field } from "#shared/forms/field.ts";
import { looksSecret } from "#shared/request/kinds/elicitation/secretFields.ts";

export const secretNames = (fields: readonly Field[]): ReadonlySet<string> =>
  new Set(fields.filter(looksSecret).map(({ name }) => name));

/** The form's defaults, except for secrets: nothing else counts as an answer before the user gives it. */
export function initialContent(
  fields: readonly Field[],
  secrets: ReadonlySet<string>,
): FormContent {
  return contentOf(fields, ({ name, preset }) => (secrets.has(name) ? undefined : preset));
}

/** The content that may be stored in a draft: without secrets. */
export const withoutSecrets = (
  fields: readonly Field[],
  content: FormContent,
  secrets: ReadonlySet<string>,
): FormContent =>
  contentOf(fields, ({ name }) => (secrets.has(name) ? undefined : ownValue(content, name)));

function contentOf(
  fields: readonly Field[],
  valueOf: (field: Field) => Json | undefined,
): FormContent {
  const entries = fields.flatMap((field): [string, Json][] => {
    const value = valueOf(field);
    return value === undefined ? [] : [[field.name, value]];
  });
  // A form's fields hold nothing else (`readForm`).
  return Object.fromEntries(entries) as FormContent;
}
