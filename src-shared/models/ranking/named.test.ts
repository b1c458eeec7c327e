import { expect, it } from "vitest";
import { namedAs } from "./named.ts";

it.each<[string, string, ReturnType<typeof namedAs>]>([
  ["gpt-5-mini", "gpt-5-mini", "same"],
  ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "dated"],
  ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5", "dated"],
  ["gpt-5-mini", "gpt-5-mini-2025-08-07", "dated"],
  ["gpt-5-mini-2025-08-07", "gpt-5-mini", "dated"],
  ["claude-sonnet-4-5", "claude-sonnet-4-5@20250929", "dated"],
  ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20251001", null],
  ["o3", "o3-mini", null],
  ["o3-mini", "o3", null],
  ["o3", "claude-opus-4-5", null],
  ["gpt-5", "gpt-5-mini-2025-08-07", null],
  ["gpt-4", "gpt-4-0613", null],
  ["GPT-5", "gpt-5", null],
  ["m", "m-20259999", null],
  ["m", "m-2025-0807", null],
  ["", "-20250929", null],
])("%s is %s: %s", (name, modelId, as) => {
  expect(namedAs(name, modelId)).toBe(as);
});
