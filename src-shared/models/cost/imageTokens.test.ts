// The providers' own examples, and models without a rule.
import fc from "fast-check";
import { expect, it } from "vitest";
import { imageTokens } from "./imageTokens.ts";

it.each([
  // Anthropic: "Calculate image costs", both of its tables, and the page of "How Claude resizes and pads images".
  ["claude-sonnet-4-6", 200, 200, 64],
  ["anthropic/claude-3.5-sonnet", 1000, 1000, 1296],
  ["claude-opus-4-20250514", 1092, 1092, 1521],
  ["claude-haiku-4-5-20251001", 1920, 1080, 1560],
  ["claude-sonnet-4-5", 2000, 1500, 1564],
  ["claude-3-7-sonnet-20250219", 3840, 2160, 1560],
  ["claude-sonnet-4-6", 1075, 1520, Math.ceil(924 / 28) * Math.ceil(1307 / 28)],
  ["claude-opus-4-7", 1092, 1092, 1521],
  ["anthropic/claude-opus-4.8", 1920, 1080, 2691],
  ["eu.anthropic.claude-opus-4-7-v1:0", 2000, 1500, 3888],
  ["claude-sonnet-5-5", 3840, 2160, 4784],
  // OpenAI: "Calculating costs", for GPT-5.4 with 2,500 patches.
  ["gpt-5.4", 1024, 1024, 1229],
  ["gpt-5.4-mini", 2048, 2048, 3000],
  // The page's example of 1,536 patches: 1800 × 2400 comes down to 33 × 44 of them.
  ["o4-mini", 1800, 2400, Math.ceil(1452 * 1.72)],
  ["gpt-5-mini", 1024, 1024, 1229],
  // No budget within 2048 pixels a side: 48 × 64 patches.
  ["gpt-4.1-mini-2025-04-14", 1800, 2400, Math.ceil(48 * 64 * 1.62)],
  // As measured (dataset JOHNISKING/image-token-cost): a photo of a telephone at the default detail.
  ["gpt-6-astra", 4032, 3024, 14_364],
  ["openai/gpt-5.6-sol", 4032, 3024, 14_364],
  ["gpt-5.5", 4032, 3024, 11_868],
  // Its earlier examples of tiles: 1024 × 1024 is 765, 2048 × 4096 is 1105.
  ["gpt-4o", 1024, 1024, 765],
  ["gpt-4o", 2048, 4096, 1105],
  ["gpt-5.1", 1024, 1024, 70 + 4 * 140],
  // Google: small ones are one tile; its example of 960 × 540 is six; Gemini 3 has one figure.
  ["gemini-2.5-flash", 384, 384, 258],
  ["gemini-2.0-flash", 960, 540, 258 * 6],
  ["google/gemini-3-pro-preview", 4000, 100, 1120],
  // Mistral: of its own tests of the tokenizer, 1475 × 477 becomes 1024 × 336 pixels; each row ends with a token.
  ["pixtral-12b", 512, 512, 33 * 32],
  ["pixtral-large", 1475, 477, (1024 / 16 + 1) * (336 / 16)],
  ["pixtral-12b", 2133, 3422, (640 / 16 + 1) * (1024 / 16)],
  ["mistral-small-2506", 4000, 4000, 56 * 55],
])("%s: %i × %i pixels are %i tokens", (model, width, height, tokens) => {
  expect(imageTokens(model, { width, height })).toBe(tokens);
});

it.each([
  "llama3.2-vision",
  "gpt-image-1",
  "gpt-5.2-codex",
  "gpt-7",
  "claude-mythos-preview",
  "mistral-large-latest",
  "smollm2",
])("has no rule for %s", (model) =>
  expect(imageTokens(model, { width: 100, height: 100 })).toBeNull(),
);

const models = [
  "claude-3-haiku",
  "claude-opus-5",
  "gpt-4o",
  "gpt-5-nano",
  "gpt-5.4",
  "gpt-5.5",
  "gpt-5.6",
  "gemini-2.5-pro",
  "gemini-3-flash",
  "pixtral-large",
  "mistral-medium-latest",
];
const side = fc.integer({ min: 1, max: 60_000 });

it("gives a positive integer for any size, in either orientation", () => {
  fc.assert(
    fc.property(fc.constantFrom(...models), side, side, (model, width, height) => {
      const tokens = imageTokens(model, { width, height });
      expect(Number.isSafeInteger(tokens)).toBe(true);
      expect(tokens).toBeGreaterThan(0);
      // Mistral's rows end with a token each, so lying and standing differ by as many as there are rows.
      if (/[sx]tral/.test(model)) return;
      expect(imageTokens(model, { width: height, height: width })).toBe(tokens);
    }),
  );
});

it("never exceeds the provider's maximum per image", () => {
  const most = { "claude-sonnet-4-5": 1568, "claude-sonnet-5": 4784, "gpt-5.4": 3000 };
  fc.assert(
    fc.property(side, side, (width, height) => {
      for (const [model, tokens] of Object.entries(most))
        expect(imageTokens(model, { width, height })).toBeLessThanOrEqual(tokens);
    }),
  );
});
