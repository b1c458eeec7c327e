// A field of a form, as data.
import type { FieldValue } from "./document.ts";

export const FORMATS = ["email", "uri", "date", "date-time"] as const;
export type Format = (typeof FORMATS)[number];

/** One of several; `title` is the server's word for it. */
export interface Choice {
  value: string;
  title: string;
}

export type FieldShape =
  | { kind: "text"; minLength?: number; maxLength?: number; format?: Format; pattern?: string }
  | { kind: "number"; integer: boolean; minimum?: number; maximum?: number }
  | { kind: "boolean" }
  | { kind: "choice"; choices: Choice[] }
  | { kind: "choices"; choices: Choice[]; minItems?: number; maxItems?: number };

/** All texts are the server's: foreign. */
export interface FormField {
  name: string;
  title?: string;
  description?: string;
  required: boolean;
  /** The schema's `default`, where it fits the field. */
  preset?: FieldValue;
  shape: FieldShape;
}
