import { describe, expect, it } from "vitest";
import type { ModelsView, ModelView } from "../../src-shared/models/model.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import { modelChoices, presetChoice } from "./modelChoices.ts";

const model = (modelId: string, rest: Partial<ModelView> = {}): ModelView => ({
  ref: { providerId: "p", modelId },
  name: modelId,
  abilities: {},
  enabled: true,
  ...rest,
});
const models = (list: ModelView[], preset: string | null = null): ModelsView => ({
  providers: [
    {
      id: "p",
      kind: "openai-compatible",
      name: "Ollama",
      baseUrl: "http://127.0.0.1:11434/v1",
      onThisMachine: true,
      state: { kind: "answers", atMs: 0 },
      models: list,
    },
  ],
  found: [],
  downloads: [],
  defaultModel: preset === null ? null : { providerId: "p", modelId: preset },
  localSupported: true,
});
const request = (rest: Partial<RequestDocument> = {}): RequestDocument => ({
  messages: [{ role: "user", content: { type: "text", text: "hi" } }],
  ...rest,
});
const names = (list: ReturnType<typeof modelChoices>): string[] => list.map((entry) => entry.name);

describe("modelChoices", () => {
  it("puts hints in the server's order before the default, the default before the rest", () => {
    const document = request({
      modelPreferences: { hints: [{ name: "Haiku" }, { name: "mini" }] },
    });
    const list = modelChoices(
      models([model("qwen"), model("gpt-mini"), model("llama"), model("claude-haiku")], "llama"),
      document,
      null,
    );
    expect(names(list)).toEqual(["claude-haiku", "gpt-mini", "llama", "qwen"]);
    expect(list[0]?.reason).toEqual({ kind: "hint", index: 0, hint: "Haiku" });
  });

  it("starts with the model that this request already used", () => {
    const list = modelChoices(models([model("a"), model("b")], "a"), request(), {
      providerId: "p",
      modelId: "b",
    });
    expect(names(list)).toEqual(["b", "a"]);
  });

  it("names what a model is known not to take, puts it last and never presets it", () => {
    const picture = { type: "image", data: "x", mimeType: "image/png" };
    const document = request({ messages: [{ role: "user", content: picture }] });
    const list = modelChoices(
      models([model("blind", { abilities: { images: false } }), model("unknown")], "blind"),
      document,
      null,
    );
    expect(list.map((entry) => entry.obstacle)).toEqual([null, "images"]);
    expect(presetChoice(list)?.modelId).toBe("unknown");
    expect(presetChoice(list.slice(1))).toBeNull();
  });

  it("leaves out what the person switched off", () => {
    expect(names(modelChoices(models([model("a", { enabled: false })]), request(), null))).toEqual(
      [],
    );
  });
});
