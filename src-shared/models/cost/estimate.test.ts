// Estimates of tokens and cost before a request, against figures worked out by hand.
import { expect, it } from "vitest";
import { estimateOf, promptTokens } from "./estimate.ts";

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
