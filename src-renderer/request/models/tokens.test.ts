// Estimated token counts of any amount of text, without blocking the window.
import { estimateTokenCount } from "tokenx";
import { afterEach, expect, it } from "vitest";
import { tokensIn } from "./tokens.ts";

// Each test counts in a task of its own.
afterEach(() => Promise.resolve());

it("counts usual texts exactly", () => {
  for (const text of ["", "Capital of France?", "天地玄黄".repeat(100)]) {
    expect(tokensIn(text)).toBe(estimateTokenCount(text));
  }
});

it.each([
  ["English", "The quick brown fox jumps over 42 lazy dogs. "],
  ["Chinese", "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。"],
])("estimates one large text of %s within two percent", (_language, words) => {
  const text = words.repeat(20_000);
  expect(tokensIn(text) / estimateTokenCount(text)).toBeCloseTo(1, 1.4);
});

it("estimates each of the texts that one task does not count whole", () => {
  const texts = Array.from(
    { length: 200 },
    (_, at) => `${at} ${"日月盈昃，辰宿列张。".repeat(100)}`,
  );
  const all = texts.reduce((sum, text) => sum + estimateTokenCount(text), 0);
  const about = texts.reduce((sum, text) => sum + tokensIn(text), 0);
  // From a hundred characters of most of them.
  expect(Math.abs(about / all - 1)).toBeLessThan(0.05);
});
