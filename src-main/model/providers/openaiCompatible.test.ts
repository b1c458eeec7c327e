// What the lists of models of different servers say.
import { describe, expect, it } from "vitest";
import { readModelList } from "./openaiCompatible.ts";

describe("readModelList", () => {
  it.each([
    ["Ollama", { id: "llama3.2:3b", object: "model", owned_by: "library" }, {}],
    ["vLLM", { id: "m", max_model_len: 32768 }, { contextTokens: 32768 }],
    ["llama.cpp", { id: "m", meta: { n_ctx_train: 8192, n_params: 1 } }, { contextTokens: 8192 }],
    [
      "OpenRouter",
      {
        id: "m",
        context_length: 200000,
        architecture: { input_modalities: ["text", "image"] },
        supported_parameters: ["tools", "temperature"],
      },
      { contextTokens: 200000, images: true, audio: false, tools: true },
    ],
    [
      "Mistral",
      {
        id: "m",
        max_context_length: 131072,
        capabilities: { vision: false, function_calling: true },
      },
      { contextTokens: 131072, images: false, tools: true },
    ],
    ["nonsense", { id: "m", context_length: "big", meta: 3, capabilities: null }, {}],
  ])("of %s", (_name, entry, abilities) => {
    expect(readModelList({ data: [entry] })).toEqual([
      { modelId: entry.id, name: entry.id, abilities },
    ]);
  });

  it("may be empty, and passes over what has no id", () => {
    expect(readModelList({ object: "list", data: null })).toEqual([]);
    expect(readModelList({ data: [{}, { id: "" }, 3, { id: "a" }] })).toHaveLength(1);
  });

  it("is told from anything else", () => {
    for (const answer of [null, "x", {}, { data: "x" }, { error: "no" }]) {
      expect(readModelList(answer)).toBeNull();
    }
  });
});
