// A problem or peculiarity of an elicitation and its place.
import type { Path } from "../../sampling/document/flag.ts";

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
  | "schema-not-object" // `type` is not "object", or `properties` is no object
  | "schema-combined" // allOf, $ref and their likes: the protocol has flat objects of primitives only
  | "too-many-fields"
  | "field-malformed" // its schema is no object
  | "field-name-too-long"
  | "field-nested" // an object, or a list of anything but choices
  | "field-type-unknown"
  | "choices-malformed" // empty, not texts, or without `const`
  | "too-many-choices"
  | "required-unknown" // `required` names no field: no response could be valid
  | "bounds-contradict" // nothing is between them: no response could be valid
  | "default-unusable" // does not fit its own field: the field starts empty
  | "format-unknown"
  | "pattern-too-long" // not tried
  | "url-too-long"
  | "url-scheme" // neither https nor http
  | "url-credentials"
  | "url-malformed" // not an address as RFC 3986 has it, or a host that browsers read as another one
  | "url-not-encrypted";
