// What Ollama, LM Studio, llama.cpp and vLLM report of their models, each played by a real HTTP server.
import type http from "node:http";
import { afterEach, expect, it } from "vitest";
import type { Json } from "#shared/json.ts";
import { startWeb, type ListeningServer } from "../testing/network.ts";
import { openProvider } from "../providers/open.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server with these responses by path; a function gets the body of the request. */
async function program(answers: Record<string, Json | ((body: string) => Json)>) {
  const seen: string[] = [];
  const listener: http.RequestListener = (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push(`${request.method} ${request.url}`);
      const answer = answers[request.url ?? ""];
      if (answer === undefined) return void response.writeHead(404).end("no such path");
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(typeof answer === "function" ? answer(body) : answer));
    });
  };
  const web: ListeningServer = await startWeb(listener);
  closers.push(() => web.close());
  const provider = openProvider({
    id: "p",
    kind: "openai-compatible",
    baseUrl: `http://127.0.0.1:${web.port}/v1`,
    key: null,
  });
  const list = async () => {
    const listed = await provider.list();
    if (!listed.ok) throw new Error(JSON.stringify(listed.failure));
    return listed.value;
  };
  return { list, seen };
}

const ids = (owner: string, ...names: string[]) => ({
  object: "list",
  data: names.map((id) => ({ id, object: "model", owned_by: owner })),
});

const OLLAMA = {
  "/v1/models": ids("library", "llama3.2:3b", "qwen3:8b", "gemma3:4b", "nomic-embed-text:latest"),
  "/api/tags": {
    models: [
      { name: "llama3.2:3b", digest: "d1", details: { parameter_size: "3.2B" } },
      { name: "qwen3:8b", digest: "d2", details: { parameter_size: "8.2B" } },
      { name: "gemma3:4b", digest: "d3", details: {} },
      { name: "nomic-embed-text:latest", digest: "d4", details: {} },
    ],
  },
  "/api/ps": { models: [{ name: "qwen3:8b", context_length: 16384 }] },
  "/api/show": (body: string): Json => {
    switch ((JSON.parse(body) as { model: string }).model) {
      case "llama3.2:3b":
        return {
          capabilities: ["completion", "tools"],
          details: { quantization_level: "Q4_K_M" },
          model_info: { "general.architecture": "llama", "llama.context_length": 131072 },
        };
      case "qwen3:8b":
        return {
          capabilities: ["completion", "tools", "thinking"],
          model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40960 },
        };
      case "gemma3:4b":
        return {
          capabilities: ["completion", "vision"],
          parameters: 'stop    "<end_of_turn>"\nnum_ctx                        8192',
          model_info: { "general.architecture": "gemma3", "gemma3.context_length": 131072 },
        };
      default:
        return { capabilities: ["embedding"] };
    }
  },
};

it("Ollama: the context that is really used, and that it cuts silently", async () => {
  const { list, seen } = await program(OLLAMA);
  expect(await list()).toEqual([
    {
      modelId: "llama3.2:3b",
      name: "llama3.2:3b",
      abilities: { contextTokens: 4096, images: false, tools: true, reasoning: false },
      serving: {
        program: "ollama",
        contextTokens: 4096,
        contextFrom: "default",
        maxContextTokens: 131072,
        cutsSilently: true,
        loaded: false,
        parameters: "3.2B",
        quantization: "Q4_K_M",
      },
    },
    {
      modelId: "qwen3:8b",
      name: "qwen3:8b",
      abilities: { contextTokens: 16384, images: false, tools: true, reasoning: true },
      serving: expect.objectContaining({
        contextTokens: 16384,
        contextFrom: "loaded",
        loaded: true,
      }),
    },
    {
      modelId: "gemma3:4b",
      name: "gemma3:4b",
      abilities: { contextTokens: 8192, images: true, tools: false, reasoning: false },
      serving: expect.objectContaining({ contextTokens: 8192, contextFrom: "set" }),
    },
  ]);
  // Facts by digest are asked once; what runs is asked each time.
  const shown = seen.filter((entry) => entry === "POST /api/show").length;
  await list();
  expect(seen.filter((entry) => entry === "POST /api/show")).toHaveLength(shown);
  expect(seen.filter((entry) => entry === "GET /api/ps")).toHaveLength(2);
});

it("LM Studio: the loaded models with their context, no embeddings", async () => {
  const { list } = await program({
    "/v1/models": ids("organization_owner", "qwen2-vl", "llama-3", "embed"),
    "/api/v0/models": {
      data: [
        {
          id: "qwen2-vl",
          type: "vlm",
          state: "loaded",
          quantization: "4bit",
          loaded_context_length: 8192,
          max_context_length: 32768,
          capabilities: ["tool_use"],
        },
        { id: "llama-3", type: "llm", state: "not-loaded", max_context_length: 131072 },
        { id: "embed", type: "embeddings", state: "not-loaded", max_context_length: 2048 },
      ],
    },
  });
  const [vision, text, ...others] = await list();
  expect(vision).toMatchObject({
    abilities: { contextTokens: 8192, images: true, tools: true },
    serving: { program: "lm-studio", contextFrom: "loaded", maxContextTokens: 32768, loaded: true },
  });
  expect(text).toMatchObject({
    abilities: { contextTokens: 131072, images: false },
    serving: { loaded: false },
  });
  expect(text?.serving).not.toHaveProperty("contextTokens");
  expect(others).toEqual([]);
});

it("llama.cpp: the context of a slot, not of the training", async () => {
  const { list } = await program({
    "/v1/models": {
      data: [{ id: "m.gguf", owned_by: "llamacpp", meta: { n_ctx_train: 131072 } }],
    },
    "/props": {
      default_generation_settings: { n_ctx: 4096 },
      modalities: { vision: true, audio: false },
      chat_template_caps: { supports_tools: true },
    },
  });
  expect(await list()).toEqual([
    {
      modelId: "m.gguf",
      name: "m.gguf",
      abilities: { contextTokens: 4096, images: true, audio: false, tools: true },
      serving: {
        program: "llama.cpp",
        contextTokens: 4096,
        contextFrom: "loaded",
        maxContextTokens: 131072,
        loaded: true,
      },
    },
  ]);
});

it("vLLM: what it was started with", async () => {
  const { list } = await program({
    "/v1/models": { data: [{ id: "m", owned_by: "vllm", max_model_len: 32768 }] },
  });
  expect(await list()).toMatchObject([
    { abilities: { contextTokens: 32768 }, serving: { program: "vllm", contextTokens: 32768 } },
  ]);
});

it("a program that only lists models adds nothing", async () => {
  const { list, seen } = await program({ "/v1/models": ids("library", "a") });
  expect(await list()).toEqual([{ modelId: "a", name: "a", abilities: {} }]);
  expect(seen).toEqual(["GET /v1/models", "GET /api/tags"]);
  const others = await program({ "/v1/models": ids("somebody", "a") });
  await others.list();
  expect(others.seen).toEqual(["GET /v1/models"]);
});
