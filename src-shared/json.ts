// Types for JSON values, in which all external data is kept.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Undefined fields are absent and never serialised. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** The value of a JSON text, or undefined where it is none. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** True for a plain JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
