// JSON values as data: the only shape in which anything foreign is kept.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Undefined members mean "absent" and never reach a wire. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** True for a plain JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
