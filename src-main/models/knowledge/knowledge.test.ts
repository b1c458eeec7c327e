// Facts of real models by the real catalogues, as installed.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ModelAbilities } from "#shared/models/ranking/abilities.ts";
import type { ModelPlace } from "./place.ts";
import { GENAI_PRICES_DATE, loadCatalogues, TOKENLENS_DATE } from "./catalogues.ts";
import { Knowledge } from "./knowledge.ts";
import { stem } from "./modalities.ts";
import { bareId, namesOf } from "./place.ts";

const NOW = Date.UTC(2026, 9, 1, 12);
const knowledge = new Knowledge();
const place = (kind: ModelPlace["kind"], baseUrl = "https://models.example/v1"): ModelPlace => ({
  kind,
  baseUrl,
  onThisMachine: kind === "local" || baseUrl.includes("127.0.0.1"),
});
async function known(where: ModelPlace, modelId: string, abilities: ModelAbilities = {}) {
  const [model] = await knowledge.describe(where, [{ modelId, name: modelId, abilities }], NOW);
  if (model === undefined) throw new Error("not described");
  return { ...model.abilities, origins: model.origins ?? {} };
}
const prices = ({ prices: of }: ModelAbilities) => [of?.input?.usd, of?.output?.usd];

describe("by kind of provider", () => {
  it.each([
    ["anthropic", "claude-opus-4-5-20251101", [5, 25], 200_000],
    ["anthropic", "claude-3-5-haiku-latest", [0.8, 4], 200_000],
    ["openai", "gpt-5-mini-2025-08-07", [0.25, 2], 400_000],
    ["openai", "gpt-4o", [2.5, 10], 128_000],
    ["google", "models/gemini-2.5-pro", [1.25, 10], 1_048_576],
    ["google", "gemini-2.5-flash", [0.3, 2.5], 1_048_576],
    ["mistral", "mistral-small-latest", [0.1, 0.3], 128_000],
    ["openrouter", "anthropic/claude-sonnet-4.5", [3, 15], 1_000_000],
    ["azure", "gpt-5.1", [1.25, 10], 400_000],
    ["bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", [3.3, 16.5], 200_000],
    ["bedrock", "anthropic.claude-3-haiku-20240307-v1:0", [0.25, 1.25], 200_000],
  ] as const)("%s: %s", async (kind, modelId, price, contextTokens) => {
    const model = await known(place(kind), modelId);
    expect(prices(model)).toEqual(price);
    expect(model.contextTokens).toBe(contextTokens);
    expect(model.origins.prices).toMatchObject({
      source: "genai-prices",
      asOf: GENAI_PRICES_DATE,
    });
  });
  it.each([
    ["anthropic", "claude-3-7-sonnet-20250219", { images: true, audio: false, tools: true }],
    ["openai", "gpt-4o-2024-11-20", { images: true, tools: true, reasoning: false }],
    ["google", "models/gemini-2.5-pro", { images: true, audio: true, video: true, tools: true }],
    ["bedrock", "us.anthropic.claude-opus-4-1-20250805-v1:0", { images: true, tools: true }],
    ["openrouter", "openai/gpt-4o-mini", { images: true, tools: true }],
    ["azure", "gpt-4o-mini", { images: true, tools: true }],
  ] as const)("capabilities, %s: %s", async (kind, modelId, abilities) => {
    const model = await known(place(kind), modelId);
    expect(model).toMatchObject(abilities);
    expect(model.origins.tools).toMatchObject({ source: "tokenlens", asOf: TOKENLENS_DATE });
  });
  it.each([
    ["https://api.groq.com/openai/v1", "llama-3.3-70b-versatile", [0.59, 0.79]],
    ["https://api.deepseek.com/v1", "deepseek-chat", [0.27, 1.1]],
    ["https://api.x.ai/v1", "grok-3-mini", [0.3, 0.5]],
  ] as const)("a known address of another kind: %s", async (baseUrl, modelId, price) => {
    const model = await known(place("openai-compatible", baseUrl), modelId);
    expect(prices(model)).toEqual(price);
    expect(model.tools).toBe(true);
  });
});

describe("prices", () => {
  it("include what longer requests cost", async () => {
    const { prices: of } = await known(place("google"), "gemini-2.5-pro");
    expect(of?.input).toEqual({ usd: 1.25, tiers: [{ aboveTokens: 200_000, usd: 2.5 }] });
    expect(of?.cacheRead).toEqual({ usd: 0.125, tiers: [{ aboveTokens: 200_000, usd: 0.25 }] });
  });
  it("name the catalogue's entry where its name differs", async () => {
    const dated = await known(place("anthropic"), "claude-opus-4-5-20251101");
    expect(dated.origins.prices?.as).toBe("claude-opus-4-5");
    const same = await known(place("anthropic"), "claude-opus-4-5");
    expect(same.origins.prices?.as).toBeUndefined();
  });
  it("are none on this machine, where nothing is passed on", async () => {
    const ollama = place("openai-compatible", "http://127.0.0.1:11434/v1");
    const own = await known(ollama, "llama3.2:3b");
    expect(prices(own)).toEqual([0, 0]);
    expect(own.origins.prices).toEqual({ source: "machine" });
    expect((await known(ollama, "gpt-oss:120b-cloud")).prices).toBeUndefined();
    expect((await known(ollama, "claude-opus-4-5")).prices).toBeUndefined();
    expect(prices(await known(place("local", ""), "SmolLM2.gguf"))).toEqual([0, 0]);
  });
  it("are none if a name ends in :free", async () => {
    const free = await known(place("openrouter"), "deepseek/deepseek-r1:free");
    expect(prices(free)).toEqual([0, 0]);
  });
});

describe("the source of a model's facts", () => {
  it("is the provider before any catalogue", async () => {
    const said = { contextTokens: 32_000, images: false, prices: { input: { usd: 9 } } };
    const model = await known(place("openai"), "gpt-4o", said);
    expect(model).toMatchObject(said);
    expect(model.origins.images).toEqual({ source: "provider", asOf: "2026-10-01" });
    expect(model.origins.tools?.source).toBe("tokenlens");
  });
  it("is none for an unknown model: it stays unknown", async () => {
    const model = await known(place("openai-compatible"), "house-model-7");
    expect(model).toEqual({ origins: {} });
  });
  it("is none if a catalogue cannot be read", async () => {
    const broken = new Knowledge(() => Promise.reject(new Error("no such module")));
    const models = [{ modelId: "gpt-4o", name: "gpt-4o", abilities: {} }];
    expect(await broken.describe(place("openai"), models, NOW)).toEqual(models);
  });
});

describe("names", () => {
  it.each([
    ["models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["eu.anthropic.claude-x", "anthropic.claude-x"],
    ["arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-x", "anthropic.claude-x"],
    ["gpt-4o", "gpt-4o"],
  ])("%s is %s", (modelId, bare) => expect(bareId(modelId)).toBe(bare));
  it.each([
    ["anthropic/claude-3.5-haiku-20241022", "claude-3-5-haiku"],
    ["us.anthropic.claude-3-5-haiku-20241022-v1:0", "claude-3-5-haiku"],
    ["claude-3-5-haiku-latest", "claude-3-5-haiku"],
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["mistral-large-2411", "mistral-large"],
    ["deepseek/deepseek-r1:free", "deepseek-r1"],
  ])("%s is known as %s", (modelId, name) => expect(stem(modelId)).toBe(name));
});

describe("the catalogues", () => {
  it("are those whose dates are named", async () => {
    const version = (name: string): unknown =>
      JSON.parse(readFileSync(path.resolve("node_modules", name, "package.json"), "utf8")).version;
    // Another version has another date: npm view NAME time.
    expect(version("@pydantic/genai-prices")).toBe("0.1.8");
    const { abilities } = await loadCatalogues();
    const days = Object.values(abilities).flatMap(({ models }) =>
      Object.values(models).map((model) => ("last_updated" in model ? model.last_updated : "")),
    );
    expect(days.map(String).toSorted().at(-1)).toBe(TOKENLENS_DATE);
  });
  it("have each entry that a kind of provider names", async () => {
    const catalogues = await loadCatalogues();
    for (const kind of ["anthropic", "openai", "google", "mistral", "openrouter"] as const) {
      const names = namesOf(place(kind), catalogues);
      expect(catalogues.prices.findProvider({ providerId: names.genaiPrices ?? "" })).toBeDefined();
      expect(Object.hasOwn(catalogues.abilities, names.tokenlens ?? "")).toBe(true);
    }
  });
});
