import { expect, it } from "vitest";
import { WORDS } from "./words.ts";

/** The paths of all empty strings in a catalogue. */
const emptyIn = (value: object, path = ""): string[] =>
  Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
    if (typeof entry === "string") return entry.trim() === "" ? [path + key] : [];
    return typeof entry === "object" && entry !== null ? emptyIn(entry, `${path}${key}.`) : [];
  });

it.each(Object.entries(WORDS))("has no empty string in %s", (_language, words) => {
  expect(emptyIn(words)).toEqual([]);
});
