// The fields of a form that a JSON Schema describes.
import type { Json } from "../json.ts";

/** The formats that are checked; of others, only the name is shown. */
export const FORMATS = ["email", "uri", "date", "date-time"] as const;
export type Format = (typeof FORMATS)[number];

export interface Choice {
  value: Json;
  title: string;
}

export type Shape =
  | { kind: "text"; minLength?: number; maxLength?: number; format?: string; pattern?: string }
  | {
      kind: "number";
      integer: boolean;
      minimum?: number;
      maximum?: number;
      exclusiveMinimum?: number;
      exclusiveMaximum?: number;
    }
  | { kind: "boolean" }
  | { kind: "choice"; choices: Choice[] }
  /** Any number of the choices, each once. */
  | { kind: "choices"; choices: Choice[]; minItems?: number; maxItems?: number }
  | { kind: "list"; item: Shape; minItems?: number; maxItems?: number }
  | { kind: "group"; fields: Field[] }
  /** Whatever no input can show. */
  | { kind: "json" };

/** All texts are from the author of the schema and untrusted. */
export interface Field {
  name: string;
  title?: string;
  description?: string;
  required: boolean;
  /** The schema's `default`, if it is valid for the field. */
  preset?: Json;
  /** The schema has a default that it forbids itself, so the field starts empty. */
  presetUnfit?: true;
  /** The schema says that the value is to be hidden (`format: password`, `writeOnly`). */
  concealed?: boolean;
  shape: Shape;
}

/** An own property, never an inherited one: names come from outside. */
export const ownValue = (object: { readonly [name: string]: Json | undefined }, name: string) =>
  Object.hasOwn(object, name) ? object[name] : undefined;
