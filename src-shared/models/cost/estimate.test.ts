// Estimates of tokens and cost before a request, against figures worked out by hand.
import { expect, it } from "vitest";
import { aboutTokens, estimateOf, promptTokens } from "./estimate.ts";

const letters = (text: string): number => text.length;

it("counts system prompt, messages and tools apart, and no media as text", () => {
  const image = { type: "image", data: "aGVsbG8=", mimeType: "image/png" };
  const counted = promptTokens(
    {
      systemPrompt: "12345",
      messages: [
        { role: "user", content: { type: "text", text: "abc" } },
        { role: "user", content: [image, { type: "text", text: "de" }] },
        {
          role: "user",
          content: [
            { type: "tool_result", toolUseId: "t", content: [{ type: "text", text: "fg" }, image] },
          ],
        },
      ],
      maxTokens: 5,
      tools: [{ name: "look", inputSchema: { type: "object" } }],
    },
    letters,
  );
  const tools = JSON.stringify([{ name: "look", inputSchema: { type: "object" } }]).length;
  expect(counted).toEqual({
    system: 5,
    messages: 7,
    tools,
    total: 12 + tools,
    media: 2,
  });
});

it("counts a short prompt whole, and of a long one the same few characters, wherever its words are", () => {
  const asked = (texts: string[]) => ({
    messages: texts.map((text) => ({ role: "user" as const, content: { type: "text", text } })),
    maxTokens: 5,
  });
  let counted = 0;
  const words = (text: string): number => {
    counted += text.length;
    return text.split("w").length - 1;
  };
  expect(aboutTokens(asked(["wow", "w"]), words)).toEqual({ total: 3, media: 0 });
  for (const texts of [
    Array.from({ length: 3000 }, () => "w".repeat(100)),
    ["w".repeat(100_000), " ".repeat(100_000), "ww".repeat(100_000)],
  ]) {
    counted = 0;
    const { total } = promptTokens(asked(texts), words);
    expect(counted).toBeGreaterThan(299_999);
    counted = 0;
    const about = aboutTokens(asked(texts), words).total;
    expect(counted).toBe(20_000);
    expect(Math.abs(about / total - 1)).toBeLessThan(0.05);
  }
});

it("counts no file of a program as text", () => {
  const data = "A".repeat(1_000_000);
  const source = { type: "base64", media_type: "application/pdf", data };
  const content = [{ type: "document", title: "Plan", source }];
  const { messages } = promptTokens({ messages: [{ role: "user", content }] }, letters);
  expect(messages).toBeLessThan(200);
  expect(messages).toBeGreaterThan(50);
});

const prices = { input: { usd: 3 }, output: { usd: 15 } };

it("prices the prompt and the longest response", () => {
  const estimate = estimateOf(10_000, 2_000, { contextTokens: 200_000, prices });
  expect(estimate.promptUsd).toBeCloseTo(0.03);
  expect(estimate.worstUsd).toBeCloseTo(0.06);
  expect(estimate.promptShare).toBeCloseTo(0.05);
  expect(estimate.fullShare).toBeCloseTo(0.06);
});

it("uses the model's own limit if the request asks for more", () => {
  const estimate = estimateOf(0, 100_000, { outputTokens: 8_000, prices });
  expect(estimate.answerTokens).toBe(8_000);
  expect(estimate.worstUsd).toBeCloseTo(0.12);
});

it("leaves out unknown values", () => {
  expect(estimateOf(100, undefined, {})).toEqual({});
  expect(estimateOf(100, undefined, { prices })).not.toHaveProperty("worstUsd");
});
