// What stands in a form: a value of each field that is sent, in the form's order. What is absent is not sent.
import type { FieldValue, FormContent } from "../../../../src-shared/kinds/elicitation/document.ts";
import type { FormField } from "../../../../src-shared/kinds/elicitation/field.ts";
import { looksSecret } from "../../../../src-shared/kinds/elicitation/secretFields.ts";
import { isJsonObject } from "../../../../src-shared/json.ts";
import type { JsonObject } from "../../../../src-shared/json.ts";

/** The names of the fields that look like a secret. */
export function secretNames(schema: JsonObject, fields: readonly FormField[]): ReadonlySet<string> {
  const { properties } = schema;
  return new Set(
    fields
      .filter((field) => {
        const own = isJsonObject(properties) ? properties[field.name] : undefined;
        return looksSecret(field, isJsonObject(own) ? own : {});
      })
      .map(({ name }) => name),
  );
}

/** Defaults, but never of a secret; a switch that is required begins at "no", as it is drawn. */
export function initialContent(
  fields: readonly FormField[],
  secrets: ReadonlySet<string>,
): FormContent {
  return contentOf(fields, ({ name, preset, required, shape }) => {
    if (secrets.has(name)) return undefined;
    return preset ?? (shape.kind === "boolean" && required ? false : undefined);
  });
}

/** The content with one field set, or left out. */
export const withField = (
  fields: readonly FormField[],
  content: FormContent,
  name: string,
  value: FieldValue | undefined,
): FormContent =>
  contentOf(fields, (field) => (field.name === name ? value : valueIn(content, field.name)));

/** The content without what only the window may hold: a secret is in no file. */
export const withoutSecrets = (
  fields: readonly FormField[],
  content: FormContent,
  secrets: ReadonlySet<string>,
): FormContent =>
  contentOf(fields, ({ name }) => (secrets.has(name) ? undefined : valueIn(content, name)));

/** An own value, never an inherited one: names are the server's. */
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
