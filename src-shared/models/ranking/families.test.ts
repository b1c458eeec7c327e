import { describe, expect, it } from "vitest";
import { hasOtherPurpose, familyAndTierOf } from "./families.ts";

describe("familyAndTierOf", () => {
  it.each([
    ["claude-3-opus-20240229", "claude", 4],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude", 3],
    ["anthropic/claude-3.5-haiku:beta", "claude", 2],
    ["claude", "claude", null],
    ["gpt-4o", "gpt", 3],
    ["gpt-4o-mini-2024-07-18", "gpt", 2],
    ["openai/gpt-4.1-nano", "gpt", 1],
    ["gpt-3.5-turbo", "gpt", 2],
    ["gpt-5", "gpt", 3],
    ["gpt-5.4-pro", "gpt", 4],
    ["chatgpt-4o-latest", "gpt", 3],
    ["gpt-oss:20b", "gpt-oss", 1],
    ["o3", "o-series", 4],
    ["o4-mini", "o-series", 2],
    ["gemini-1.5-pro", "gemini", 3],
    ["models/gemini-2.5-flash-lite", "gemini", 1],
    ["google/gemini-3-flash-preview", "gemini", 2],
    ["mistral-large-latest", "mistral", 3],
    ["mistral-small-3.2-24b-instruct", "mistral", 2],
    ["open-mixtral-8x22b", "mistral", 3],
    ["ministral-8b-latest", "mistral", 1],
    ["llama3.2:3b", "llama", 1],
    ["llama-3.3-70b-versatile", "llama", 3],
    ["llama-3.1-8b-instant", "llama", 1],
    ["qwen2.5:1.5b", "qwen", 1],
    ["qwen3:32b", "qwen", 2],
    ["qwen3-235b-a22b-2507", "qwen", 3],
    ["deepseek-chat", "deepseek", 3],
    ["deepseek-r1-distill-llama-8b", "deepseek", 1],
    ["SmolLM2-135M-Instruct.Q4_1", "smollm", 1],
    ["grok-4-fast-reasoning", "grok", 2],
    ["my-own-finetune", null, null],
    ["foo3", null, null],
    ["", null, null],
  ])("%s", (name, family, tier) => {
    expect(familyAndTierOf(name)).toEqual(family === null ? null : { family, tier });
  });
  it("gives no family for an overlong name", () => {
    for (const text of ["gpt-".repeat(1e5), "1x".repeat(1e5), `claude${"-".repeat(300)}`]) {
      expect(familyAndTierOf(text)).toBeNull();
    }
  });
});

describe("hasOtherPurpose", () => {
  it.each([
    ["text-embedding-3-small", true],
    ["nomic-embed-text:latest", true],
    ["whisper-1", true],
    ["gpt-4o-mini-tts", true],
    ["gpt-image-1", true],
    ["mistral-ocr-latest", true],
    ["llama-guard-3-8b", true],
    ["gpt-4o", false],
    ["gemini-2.5-flash-image", false],
    ["claude-haiku-4-5", false],
    ["safeguard", false],
  ])("%s: %s", (name, other) => expect(hasOtherPurpose(name)).toBe(other));
});
