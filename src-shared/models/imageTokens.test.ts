// The examples that the makers themselves give, and what no rule is known for.
import fc from "fast-check";
import { expect, it } from "vitest";
import { imageTokens } from "./imageTokens.ts";

it.each([
  // Anthropic: "Calculate image costs", its table.
  ["claude-sonnet-4-5", 200, 200, 54],
  ["anthropic/claude-3.5-sonnet", 1000, 1000, 1334],
  ["claude-opus-4", 1092, 1092, 1590],
  // OpenAI: "Calculating costs", its examples: 1024 × 1024 is 765, 2048 × 4096 is 1105.
  ["gpt-4o", 1024, 1024, 765],
  ["gpt-4o", 2048, 4096, 1105],
  ["gpt-4.1-mini", 1024, 1024, Math.ceil(1024 * 1.62)],
  // 1800 × 2400 comes down to 33 × 44 patches: 1452.
  ["gpt-4.1-mini", 1800, 2400, Math.ceil(1452 * 1.62)],
  // Google: small ones are one tile; its example of 960 × 540 is six.
  ["gemini-2.5-flash", 384, 384, 258],
  ["gemini-2.0-flash", 960, 540, 258 * 6],
  // Mistral: Pixtral takes a token for 16 × 16 pixels.
  ["pixtral-12b", 512, 512, 1024],
])("%s: %i × %i pixels are %i tokens", (model, width, height, tokens) => {
  expect(imageTokens(model, { width, height })).toBe(tokens);
});

it.each(["llama3.2-vision", "gemini-3-pro", "gpt-image-9", "smollm2"])(
  "knows no rule for %s",
  (model) => expect(imageTokens(model, { width: 100, height: 100 })).toBeNull(),
);

it("gives a whole number above zero for any size", () => {
  const side = fc.integer({ min: 1, max: 60_000 });
  const models = ["claude-x", "gpt-4o", "gpt-5-nano", "gemini-2.5-pro", "pixtral-large"];
  fc.assert(
    fc.property(fc.constantFrom(...models), side, side, (model, width, height) => {
      const tokens = imageTokens(model, { width, height });
      expect(Number.isSafeInteger(tokens)).toBe(true);
      expect(tokens).toBeGreaterThan(0);
    }),
  );
});
