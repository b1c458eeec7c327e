// A field of a form.
import type { FieldValue } from "./document.ts";

export const FORMATS = ["email", "uri", "date", "date-time"] as const;
export type Format = (typeof FORMATS)[number];

/** `title` is the server's text. */
export interface Choice<Value extends string | number | boolean = string | number | boolean> {
  value: Value;
  title: string;
}

export type FieldShape =
  | { kind: "text"; minLength?: number; maxLength?: number; format?: Format; pattern?: string }
  | { kind: "number"; integer: boolean; minimum?: number; maximum?: number }
  | { kind: "boolean" }
  | { kind: "choice"; choices: Choice[] }
  | { kind: "choices"; choices: Choice<string>[]; minItems?: number; maxItems?: number };

/** All texts are from the server and untrusted. */
export interface FormField {
  name: string;
  title?: string;
  description?: string;
  required: boolean;
  /** The schema's `default`, if it is valid for the field. */
  preset?: FieldValue;
  /** The schema says that the value is to be hidden (`format: password`, `writeOnly`). */
  concealed?: boolean;
  shape: FieldShape;
}
