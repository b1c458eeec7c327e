// Messages of error −32602 for refused elicitations, addressed to the server's author.
import { placeOf } from "../../document/flag.ts";
import { CHOICES_MAX, FIELD_NAME_MAX, FIELDS_MAX, ALL_CHOICES_MAX } from "./readForm.ts";
import { MESSAGE_MAX, SCHEMA_MAX } from "./checkRequest.ts";
import type { ElicitationFlag, ElicitationFlagCode } from "./flag.ts";
import { URL_MAX } from "./url.ts";

const WHY: Readonly<Record<ElicitationFlagCode, string>> = {
  "message-too-long": `is longer than ${MESSAGE_MAX} characters`,
  "schema-too-large": `is larger than ${SCHEMA_MAX} characters`,
  "schema-not-object": "must have type object, and properties",
  "schema-combined": "is not allowed: a form's schema is a flat object of primitive fields",
  "too-many-fields": `has more than ${FIELDS_MAX} fields`,
  "field-malformed": "must be a schema object",
  "field-name-too-long": `has a name longer than ${FIELD_NAME_MAX} characters`,
  "field-nested":
    "must be a string, number, integer, boolean, or an array of choices: a form is flat",
  "field-type-unknown": "must have type string, number, integer, boolean or array",
  "choices-malformed": "must list its choices as strings, or as const and title",
  "too-many-choices": `has too many choices: ${CHOICES_MAX} a field, ${ALL_CHOICES_MAX} a form`,
  "required-unknown": "names a field that the schema does not have",
  "bounds-contradict": "has bounds that no value fits",
  "default-unusable": "has a default that does not fit",
  "format-unknown": "has an unknown format",
  "pattern-too-long": "has a pattern that is too long",
  "url-too-long": `is longer than ${URL_MAX} characters`,
  "url-scheme": "must be an https or http address",
  "url-credentials": "must not contain a user name or password",
  "url-malformed": "is not a valid address (RFC 3986)",
  "url-not-encrypted": "is not encrypted",
};

/** The message for the first error; null if there is none. */
export function refusalText(flags: readonly ElicitationFlag[]): string | null {
  const first = flags.find(({ severity }) => severity === "error");
  return first === undefined ? null : `params.${placeOf(first.path)} ${WHY[first.code]}`;
}
