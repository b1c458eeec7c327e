// The help shows every shortcut: by their types, screens can use no others.
import { expect, it } from "vitest";
import { KEYS, PLACES, shortcutsAt } from "./shortcuts.ts";

it("shows every shortcut in the help, at its place", () => {
  const shown = new Set(PLACES.flatMap(shortcutsAt).flatMap(({ keys }) => keys));
  expect(Object.values(KEYS).filter((keys) => !shown.has(keys))).toEqual([]);
  const at = (place: (typeof PLACES)[number]) => shortcutsAt(place).flatMap(({ keys }) => keys);
  expect(at("gate")).toEqual(expect.arrayContaining(["U", "P", "D", "3"]));
  expect(at("traffic")).toEqual(["/", "F", "P", "Escape"]);
});

it.each(PLACES)("has unique keys at %s, and one line for each label", (place) => {
  const lines = shortcutsAt(place);
  const keys = lines.flatMap((line) => line.keys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(lines.map(({ label }) => label)).size).toBe(lines.length);
});
