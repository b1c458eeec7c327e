// Whether a text is equal to a JSON value, ignoring the order of fields. Pure.
import { isJsonObject, type Json } from "#shared/json.ts";

/** A text block that contains the structured content as JSON, as the specification recommends. */
export function isSameJson(text: string | null, structured: Json): boolean {
  if (text === null) return false;
  try {
    return canonical(JSON.parse(text) as Json) === canonical(structured);
  } catch {
    return false;
  }
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isJsonObject(item) ? Object.fromEntries(Object.entries(item).sort(byKey)) : item,
  );
}

function byKey(a: [string, unknown], b: [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
