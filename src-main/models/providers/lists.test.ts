// Each provider's list of models (by its public API reference), and how it is requested: without cost, with the key
// where the provider wants it, page by page.
import { afterEach, expect, it } from "vitest";
import type { RemoteKind } from "#shared/models/providers/providerKinds.ts";
import {
  startScriptedModelServer,
  type ScriptedModelServer,
} from "../testing/scriptedModelServer.ts";
import type { ProviderSetup } from "./provider.ts";
import { openProvider } from "./open.ts";

let server: ScriptedModelServer | null = null;
afterEach(async () => server?.close());

/** Lists over a server that answers by path; anything else is 404. */
async function list(
  kind: RemoteKind,
  base: string,
  answers: Record<string, unknown>,
  more: Partial<ProviderSetup> = {},
) {
  server = await startScriptedModelServer((seen, response) => {
    const answer = answers[seen.url];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: { message: "Not Found" } }));
  });
  const baseUrl = `${new URL(server.baseUrl).origin}${base}`;
  const provider = openProvider({ id: "p", kind, baseUrl, key: "KEY", ...more });
  const listed = await provider.list();
  expect(server.seen.every((seen) => seen.method === "GET")).toBe(true);
  return { listed, seen: server.seen.map(({ url, headers }) => ({ url, headers })) };
}

it("Anthropic: names, context and images, page by page", async () => {
  const { listed, seen } = await list("anthropic", "/v1", {
    "/v1/models?limit=1000": {
      data: [
        {
          type: "model",
          id: "claude-opus-4-8",
          display_name: "Claude Opus 4.8",
          created_at: "2026-05-01T00:00:00Z",
          max_input_tokens: 200000,
          max_tokens: 128000,
          capabilities: { image_input: { supported: true } },
        },
      ],
      has_more: true,
      last_id: "claude-opus-4-8",
    },
    "/v1/models?limit=1000&after_id=claude-opus-4-8": {
      data: [{ type: "model", id: "claude-old", display_name: "Claude Old" }],
      has_more: false,
      last_id: "claude-old",
    },
  });
  expect(listed).toMatchObject({
    ok: true,
    value: [
      {
        modelId: "claude-opus-4-8",
        name: "Claude Opus 4.8",
        abilities: { contextTokens: 200000, outputTokens: 128000, images: true, audio: false },
      },
      { modelId: "claude-old", name: "Claude Old" },
    ],
  });
  expect(seen[1]?.headers).toMatchObject({ "x-api-key": "KEY", "anthropic-version": "2023-06-01" });
});

it("OpenAI: models that respond in text, and what the user named", async () => {
  const ids = ["gpt-5.2", "text-embedding-3-large", "gpt-4o-realtime-preview", "whisper-1", "o3"];
  const { listed, seen } = await list(
    "openai",
    "/v1",
    { "/v1/models": { object: "list", data: ids.map((id) => ({ id, object: "model" })) } },
    { modelNames: ["ft:gpt-4.1:mine"] },
  );
  const names = listed.ok ? listed.value.map((model) => model.modelId) : [];
  expect(names).toEqual(["ft:gpt-4.1:mine", "gpt-5.2", "o3"]);
  expect(seen[0]?.headers.authorization).toBe("Bearer KEY");
});

it("Google: models that generate content, with their limits", async () => {
  const model = (name: string, method: string) => ({
    name: `models/${name}`,
    displayName: name.toUpperCase(),
    inputTokenLimit: 1048576,
    outputTokenLimit: 65536,
    supportedGenerationMethods: [method],
    thinking: true,
  });
  const { listed, seen } = await list("google", "/v1beta", {
    "/v1beta/models?pageSize=1000": {
      models: [model("gemini-2.5-pro", "generateContent"), model("embed", "embedContent")],
      nextPageToken: "n x",
    },
    "/v1beta/models?pageSize=1000&pageToken=n%20x": { models: [model("g2", "generateContent")] },
  });
  expect(listed).toMatchObject({
    ok: true,
    value: [
      {
        modelId: "gemini-2.5-pro",
        name: "GEMINI-2.5-PRO",
        abilities: { contextTokens: 1048576, outputTokens: 65536, reasoning: true },
      },
      { modelId: "g2" },
    ],
  });
  expect(seen[0]?.headers["x-goog-api-key"]).toBe("KEY");
});

it("Mistral: models that chat, with their capabilities", async () => {
  const { listed } = await list("mistral", "/v1", {
    "/v1/models": {
      object: "list",
      data: [
        {
          id: "mistral-large-2512",
          name: "mistral-large-2512",
          max_context_length: 262144,
          capabilities: { completion_chat: true, function_calling: true, vision: true },
        },
        { id: "mistral-embed", capabilities: { completion_chat: false } },
      ],
    },
  });
  expect(listed).toEqual({
    ok: true,
    value: [
      {
        modelId: "mistral-large-2512",
        name: "mistral-large-2512",
        abilities: { contextTokens: 262144, tools: true, images: true },
      },
    ],
  });
});

it("OpenRouter: its list is public, so the key is tested first", async () => {
  const models = {
    data: [
      {
        id: "anthropic/claude-sonnet-4.5",
        name: "Anthropic: Claude Sonnet 4.5",
        context_length: 1000000,
        architecture: { input_modalities: ["text", "image"] },
        supported_parameters: ["tools"],
      },
    ],
  };
  const good = await list("openrouter", "/api/v1", {
    "/api/v1/key": { data: { label: "k" } },
    "/api/v1/models": models,
  });
  expect(good.listed).toMatchObject({
    ok: true,
    value: [{ name: "Anthropic: Claude Sonnet 4.5", abilities: { images: true, tools: true } }],
  });
  const bad = await list("openrouter", "/api/v1", { "/api/v1/models": models });
  expect(bad.listed.ok).toBe(false);
  expect(bad.seen.map((seen) => seen.url)).toEqual(["/api/v1/key"]);
});

it("Azure: deployments; where they are not listed, what could be deployed", async () => {
  const path = "/openai/deployments?api-version=2023-03-15-preview";
  const told = await list("azure", "/openai/v1", {
    [path]: {
      data: [
        { id: "my-gpt", model: "gpt-4.1", status: "succeeded" },
        { id: "vectors", model: "text-embedding-3-small", status: "succeeded" },
        { id: "soon", model: "gpt-5", status: "running" },
      ],
    },
  });
  expect(told.listed).toMatchObject({
    ok: true,
    value: [{ modelId: "my-gpt", name: "my-gpt (gpt-4.1)" }],
  });
  const other = await list(
    "azure",
    "/openai/v1",
    { "/openai/v1/models": { data: [{ id: "gpt-4.1", capabilities: { chat_completion: true } }] } },
    { modelNames: ["mine"] },
  );
  expect(other.listed).toMatchObject({ value: [{ modelId: "mine" }, { modelId: "gpt-4.1" }] });
  expect(other.seen.at(-1)?.headers["api-key"]).toBe("KEY");
});

it("Bedrock: models on demand, and the inference profiles of the others", async () => {
  const model = (modelId: string, type: string, output = "TEXT") => ({
    modelId,
    modelName: "Name",
    providerName: "Maker",
    inputModalities: ["TEXT", "IMAGE"],
    outputModalities: [output],
    inferenceTypesSupported: [type],
  });
  const { listed, seen } = await list("bedrock", "", {
    "/foundation-models": {
      modelSummaries: [
        model("amazon.nova-pro-v1:0", "ON_DEMAND"),
        model("anthropic.claude-opus-4-8", "INFERENCE_PROFILE"),
        model("stability.image", "ON_DEMAND", "IMAGE"),
      ],
    },
    "/inference-profiles?maxResults=1000": {
      inferenceProfileSummaries: [
        {
          inferenceProfileId: "us.anthropic.claude-opus-4-8",
          inferenceProfileName: "US Claude Opus 4.8",
          status: "ACTIVE",
          models: [
            {
              modelArn: "arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-opus-4-8",
            },
          ],
        },
      ],
    },
  });
  expect(listed).toMatchObject({
    ok: true,
    value: [
      {
        modelId: "us.anthropic.claude-opus-4-8",
        name: "US Claude Opus 4.8",
        abilities: { images: true },
      },
      { modelId: "amazon.nova-pro-v1:0", name: "Maker Name" },
    ],
  });
  expect(seen[0]?.headers.authorization).toBe("Bearer KEY");
});

it.each([
  ["anthropic", "/v1"],
  ["openai", "/v1"],
  ["google", "/v1beta"],
  ["mistral", "/v1"],
] as const)("%s: refuses a response that is not a list", async (kind, base) => {
  const url = { anthropic: "?limit=1000", google: "?pageSize=1000" }[kind as "google"] ?? "";
  const { listed } = await list(kind, base, { [`${base}/models${url}`]: { hello: "world" } });
  expect(listed).toMatchObject({ ok: false, failure: { kind: "model-malformed-answer" } });
});
