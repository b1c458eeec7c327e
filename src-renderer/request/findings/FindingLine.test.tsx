import { expect, test } from "vitest";
import { wordsOf } from "#words/index.ts";
import { placeWords } from "./FindingLine.tsx";

test.each([
  [["completion", "fields", "metadata", 0], "metadata"],
  [["completion", "fields", "tools\u202Egpj"], "the request"],
  [["completion", "fields", "x".repeat(41)], "the request"],
  [["Message 1 · approved"], "the request"],
  [["tools", 1, "description"], "Tool 2"],
])("a place is named, unless its name could pass for other words: %j", (path, words) => {
  expect(placeWords(wordsOf("en"), path)).toBe(words);
});
