import { expect, it } from "vitest";
import { wordsOf } from "./index.ts";

it("says the same as the catalogue, first and again, for every parameter its own", () => {
  const t = wordsOf("en");
  for (const count of [1, 2, 1, 43]) {
    expect(t("review.aboutTokens", { count })).toMatch(new RegExp(`\\b${count}\\b`));
  }
  expect(t("review.messageLabel", { number: 7 })).not.toBe(t("review.messageLabel", { number: 8 }));
  expect(t("common.more")).toBe(t("common.more"));
});

it("keeps no two parameters apart only by how they are written together", () => {
  const t = wordsOf("en");
  const first = t("review.model.here", { provider: 'a" other="b' });
  expect(t("review.model.here", { provider: "a" })).not.toBe(first);
  expect(first).toContain('a" other="b');
});

it("has a function for each language", () => {
  expect(wordsOf("zh")("common.more")).not.toBe(wordsOf("en")("common.more"));
});
