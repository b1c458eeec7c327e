// The lists of models of different compatible servers.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { openAiCompatibleProvider, readModelList } from "./openaiCompatible.ts";

async function listening(
  serve: http.RequestListener,
): Promise<{ port: number; close(): Promise<unknown> }> {
  const server = http.createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { port, close };
}

it("sends nothing to where an address redirects", async () => {
  let elsewhere = 0;
  const thief = await listening((_request, response) => {
    elsewhere += 1;
    response.end("{}");
  });
  const address = await listening((request, response) => {
    response.writeHead(307, { location: `http://localhost:${thief.port}${request.url ?? ""}` });
    response.end();
  });
  const baseUrl = `http://127.0.0.1:${address.port}/v1`;
  const provider = openAiCompatibleProvider({
    id: "p",
    kind: "openai-compatible",
    baseUrl,
    key: "k",
  });
  expect(await provider.list()).toMatchObject({ failure: { kind: "model-unreachable" } });
  const model = provider.languageModel("m");
  if (!model.ok) throw new Error(model.failure.kind);
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "secret" }] }];
  await expect(model.value.doStream({ prompt })).rejects.toThrow("Cannot connect");
  expect(elsewhere).toBe(0);
  await Promise.all([thief.close(), address.close()]);
});

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

  it("may be empty, and skips entries without an id", () => {
    expect(readModelList({ object: "list", data: null })).toEqual([]);
    expect(readModelList({ data: [{}, { id: "" }, 3, { id: "a" }] })).toHaveLength(1);
  });

  it("rejects anything else", () => {
    for (const answer of [null, "x", {}, { data: "x" }, { error: "no" }]) {
      expect(readModelList(answer)).toBeNull();
    }
  });
});
