import { expect, it } from "vitest";
import type { ModelsView } from "#shared/models/model.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { chooseModel } from "./chooseModel.ts";

const IDS = [
  "claude-opus-4-5",
  "claude-sonnet-4-5-20250101",
  "claude-sonnet-4-5-20250929",
  "gpt-5",
  "SmolLM2-135M",
];
const view = (state: object = { kind: "answers" }): ModelsView =>
  ({
    providers: [
      {
        id: "p",
        name: "P",
        kind: "openai-compatible",
        state,
        onThisMachine: false,
        models: IDS.map((modelId) => ({
          ref: { providerId: "p", modelId },
          name: modelId,
          enabled: true,
          abilities: { inputs: ["text"], tools: "yes" },
        })),
      },
    ],
    defaultModel: { providerId: "p", modelId: "gpt-5" },
  }) as unknown as ModelsView;

const chosen = (model: string, models: Partial<ServerPolicy["models"]> = {}, from = view()) =>
  chooseModel(
    from,
    { ...defaultPolicy, models: { ...defaultPolicy.models, ...models } },
    {
      messages: [{ role: "user", content: [{ type: "text", text: "Hi." }] }],
      modelPreferences: { hints: [{ name: model }] },
      completion: { dialect: "openai-chat", model, fields: {} },
    },
  )?.modelId ?? null;

it.each<[string, string | null]>([
  ["gpt-5", "gpt-5"],
  ["gpt-5-2025-08-07", "gpt-5"],
  ["claude-sonnet-4-5-20250101", "claude-sonnet-4-5-20250101"],
  ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929"],
  ["claude-sonnet-4-5-20251231", null],
  ["o3", null],
  ["gpt", null],
  ["no-such-model", null],
])("a program that names %s gets %s", (model, id) => {
  expect(chosen(model)).toBe(id);
});

it("takes another model only as the user set it", () => {
  expect(chosen("o3", { substitutes: true })).not.toBeNull();
  expect(chosen("o3", { first: "P/gpt-5" })).toBe("gpt-5");
  expect(chosen("claude-opus-4-5", { first: "P/gpt-5" })).toBe("claude-opus-4-5");
  expect(chosen("claude-opus-4-5", { first: "P/gpt-5", always: true })).toBe("gpt-5");
  expect(chosen("gpt-5", { allowed: ["P/claude*"] })).toBeNull();
});

it("stays with the named model whose provider has failed", () => {
  expect(chosen("gpt-5", {}, view({ kind: "failed" }))).toBe("gpt-5");
});
