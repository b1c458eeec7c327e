// A problem or peculiarity of an elicitation and its place.
import type { Path } from "../../document/flag.ts";

/** `error`: violates the protocol or a cap; the request is refused. `note`: shown to the user. */
export interface ElicitationFlag {
  severity: "error" | "note";
  code: ElicitationFlagCode;
  path: Path;
  /** Untrusted text: a value, a type, a name. */
  detail?: string;
}

export type ElicitationFlagCode =
  | "message-too-long"
  | "schema-too-large"
  | "schema-not-object" // `type` is not "object", or `properties` is not an object
  | "schema-combined" // allOf, $ref etc.: the protocol allows only flat objects of primitives
  | "too-many-fields"
  | "field-malformed" // the field's schema is not an object
  | "field-name-too-long"
  | "field-nested" // an object, or an array of anything but choices
  | "field-type-unknown"
  | "choices-malformed" // empty, not strings, or without `const`
  | "too-many-choices"
  | "required-unknown" // `required` names an unknown field, so no response could be valid
  | "bounds-contradict" // no value is within the bounds, so no response could be valid
  | "default-unusable" // invalid for its own field, which starts empty
  | "format-unknown"
  | "pattern-too-long" // not evaluated
  | "url-too-long"
  | "url-scheme" // neither https nor http
  | "url-credentials"
  | "url-malformed" // not a valid address (RFC 3986), or a host that browsers read as another one
  | "url-not-encrypted";
