import { expect, it } from "vitest";
import { wordsOf } from "#words/index.ts";
import { expectedWords } from "./fieldWords.ts";

it("says yes or no beside a switch, and not beside the select that says it itself", () => {
  const t = wordsOf("en");
  const shape = { kind: "boolean" } as const;
  expect(expectedWords(t, {}, shape, true)).toBe("");
  expect(expectedWords(t, { preset: false }, shape, true)).toBe("Yes · default No");
  expect(expectedWords(t, { preset: true }, shape, true)).toBe("Yes · default");
});
