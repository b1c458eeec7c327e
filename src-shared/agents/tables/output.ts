// What agents write to stdout when they run without a person, a line of JSON each: how many tokens their model took.
import { isJsonObject, jsonIn } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";

/** The objects among the lines. Agents mix warnings into them. */
export function objectsIn(output: string): JsonObject[] {
  return output.split("\n").flatMap((line) => {
    const value = jsonIn(line);
    return isJsonObject(value) ? [value] : [];
  });
}

/** Null if there is none, or one is no number. */
export function sumOf(numbers: readonly (Json | undefined)[]): number | null {
  const known = numbers.filter((one) => typeof one === "number");
  return known.length === 0 || known.length < numbers.length
    ? null
    : known.reduce((sum, one) => sum + one, 0);
}

export const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
