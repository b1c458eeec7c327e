// The ranking of models for a request, and the reason for each place.
import { describe, expect, it } from "vitest";
import type { RequestDocument } from "../../request/document/message.ts";
import { modelPolicySchema } from "../../servers/policy/modelPolicySchema.ts";
import type { ModelPolicy } from "../../servers/policy/modelPolicy.ts";
import type { ModelRef, ModelsView } from "../model.ts";
import { firstChoice, rankModels } from "./rank.ts";
import type { Ranking } from "./rank.ts";
import { priced, testModel, testModels, testProvider } from "../testing.ts";

const anyPolicy: ModelPolicy = modelPolicySchema.parse({});
const request = (rest: Partial<RequestDocument> = {}): RequestDocument => ({
  messages: [{ role: "user", content: { type: "text", text: "hi" } }],
  maxTokens: 500,
  ...rest,
});
const hinting = (...hints: string[]): RequestDocument =>
  request({ modelPreferences: { hints: hints.map((name) => ({ name })) } });
const rank = (
  models: ModelsView,
  document: RequestDocument,
  more: { policy?: ModelPolicy; usedBefore?: ModelRef; promptTokens?: number } = {},
): Ranking =>
  rankModels({
    models,
    document,
    promptTokens: more.promptTokens ?? 100,
    policy: more.policy ?? anyPolicy,
    usedBefore: more.usedBefore ?? null,
  });
const of = (...ids: string[]): ModelsView =>
  testModels([testProvider(ids.map((id) => testModel(id)))]);
const order = (ranking: Ranking): string[] => ranking.models.map(({ name }) => name);
const why = (ranking: Ranking, name: string): unknown =>
  ranking.models.find((entry) => entry.name === name)?.why;

describe("hints", () => {
  it("of a program are the name of its model", () => {
    const completion = { dialect: "openai-chat", model: "qwen", fields: {} } as const;
    const named = rank(of("qwen"), { ...hinting("qwen"), completion });
    expect(why(named, "qwen")).toMatchObject({ kind: "hint", isProgram: true });
    expect(why(rank(of("qwen"), hinting("qwen")), "qwen")).not.toHaveProperty("isProgram");
  });

  it("apply in the server's order, as parts of a name in any case", () => {
    const ranking = rank(of("qwen", "gpt-mini", "llama", "Claude-Haiku"), hinting("haiku", "MINI"));
    expect(order(ranking)).toEqual(["Claude-Haiku", "gpt-mini", "llama", "qwen"]);
    expect(why(ranking, "Claude-Haiku")).toEqual({ kind: "hint", index: 0, hint: "haiku" });
    expect(why(ranking, "gpt-mini")).toEqual({ kind: "hint", index: 1, hint: "MINI" });
  });
  it("apply once: the first that matches", () => {
    const ranking = rank(of("claude-opus", "claude-haiku"), hinting("haiku", "claude"));
    expect(order(ranking)).toEqual(["claude-haiku", "claude-opus"]);
    expect(why(ranking, "claude-haiku")).toEqual({ kind: "hint", index: 0, hint: "haiku" });
  });
  it("match a name that is spelled with dots elsewhere", () => {
    const ranking = rank(of("z", "anthropic/claude-3.5-haiku"), hinting("claude-3-5-haiku"));
    expect(firstChoice(ranking)?.modelId).toBe("anthropic/claude-3.5-haiku");
  });
  it.each([
    [
      "claude-3-sonnet",
      ["gpt-4o-mini", "claude-opus-5", "claude-sonnet-5"],
      "claude-sonnet-5",
      "version",
      3,
    ],
    [
      "claude-3-sonnet",
      ["gpt-5-nano", "gemini-3-pro-preview", "gemini-flash"],
      "gemini-3-pro-preview",
      "tier",
      3,
    ],
    ["claude-3-haiku", ["gpt-5", "gpt-5-mini"], "gpt-5-mini", "tier", 2],
    ["gpt-4o-mini", ["qwen3:235b", "qwen3:32b", "qwen3:4b"], "qwen3:32b", "tier", 2],
    ["claude-3-sonnet", ["gpt-5-mini", "claude-opus-5"], "claude-opus-5", "family", 3],
    ["claude-opus-4", ["gemini-2.5-pro", "gemini-2.5-flash"], "gemini-2.5-pro", "near", 4],
    ["claude", ["gemini-2.5-flash", "gpt-5"], "gpt-5", "tier", 3],
  ] as const)("%s maps to its equivalent", (hint, ids, first, likeness, tier) => {
    const ranking = rank(of(...ids), hinting(hint));
    expect(order(ranking)[0]).toBe(first);
    expect(why(ranking, first)).toEqual({ kind: "maps", index: 0, hint, likeness, tier });
    expect(ranking.models.filter((entry) => entry.why.kind === "maps")).toHaveLength(1);
  });
  it("map to nothing without an equivalent, or with an unknown name", () => {
    expect(rank(of("llama3.2:1b"), hinting("claude-opus")).models[0]?.why.kind).toBe("none");
    expect(rank(of("gpt-5"), hinting("house-model")).models[0]?.why.kind).toBe("none");
  });
  it("that match a name come before equivalents of earlier ones", () => {
    const ranking = rank(of("gemini-2.5-pro", "gpt-4o"), hinting("claude-3-sonnet", "gpt-4o"));
    expect(order(ranking)).toEqual(["gpt-4o", "gemini-2.5-pro"]);
  });
  it("map past a named model that cannot take the request", () => {
    const models = testModels([
      testProvider([testModel("claude-sonnet", { tools: false }), testModel("gemini-pro")]),
    ]);
    const document = { ...hinting("claude-sonnet"), tools: [{ name: "a", inputSchema: {} }] };
    const ranking = rank(models, document);
    expect(order(ranking)).toEqual(["gemini-pro", "claude-sonnet"]);
    expect(why(ranking, "gemini-pro")).toMatchObject({ kind: "maps", likeness: "tier" });
  });
  it("that are empty or not text match nothing", () => {
    const document = request({ modelPreferences: { hints: [{ name: "  " }, {}] } });
    expect(rank(of("a"), document).models[0]?.why).toEqual({ kind: "none" });
  });
});

describe("priorities", () => {
  const models = testModels([
    testProvider([
      testModel("claude-opus-5", priced(5, 25)),
      testModel("claude-haiku-4-5", priced(1, 5)),
      testModel("gpt-5-nano", priced(0.05, 0.4)),
      testModel("of-unknown-price"),
    ]),
  ]);
  const wanting = (cost: number, speed: number, intelligence: number): RequestDocument =>
    request({
      modelPreferences: {
        costPriority: cost,
        speedPriority: speed,
        intelligencePriority: intelligence,
      },
    });

  it("weigh price, speed and ability", () => {
    expect(order(rank(models, wanting(1, 0, 0)))[0]).toBe("gpt-5-nano");
    expect(order(rank(models, wanting(0, 0, 1)))[0]).toBe("claude-opus-5");
    expect(order(rank(models, wanting(0, 1, 0)))[0]).toBe("gpt-5-nano");
  });
  it("prefer a measured speed to a guess by name", () => {
    const ref = { providerId: "p", modelId: "claude-opus-5" };
    const speed = { tokensPerSecond: 2000, runs: 3 };
    const measured = { ...models, speeds: [{ ref, speed }] };
    const [first] = rank(measured, wanting(0, 1, 0)).models;
    expect(first?.name).toBe("claude-opus-5");
    // 500 tokens in 250 ms.
    expect(first?.score?.total).toBeCloseTo(1 - Math.log10(2.5) / 3);
  });
  it("mark the single cheapest model", () => {
    const best = new Map(
      rank(models, wanting(1, 0, 0)).models.map((entry) => [entry.name, entry.best]),
    );
    expect(best.get("gpt-5-nano")).toEqual(["cheapest"]);
    expect(best.get("claude-opus-5")).toEqual(["ablest"]);
    expect(best.get("of-unknown-price")).toEqual([]);
    const twins = testModels([
      testProvider([testModel("a", priced(1, 1)), testModel("b", priced(1, 1))]),
    ]);
    expect(rank(twins, wanting(1, 0, 0)).models.flatMap((entry) => entry.best)).toEqual([]);
  });
  it("leave the order to the user's default if the server has none", () => {
    const ref = { providerId: "p", modelId: "claude-haiku-4-5" };
    const ranking = rank({ ...models, defaultModel: ref }, request());
    expect(order(ranking)[0]).toBe("claude-haiku-4-5");
    expect(ranking.models[0]?.why).toEqual({ kind: "default" });
    expect(ranking.models[0]?.score).toBeNull();
  });
  it("that are all 0 or not numbers are ignored", () => {
    expect(rank(models, wanting(0, Number.NaN, 0)).models[0]?.score).toBeNull();
  });
});

describe("a model that cannot take the request", () => {
  const image = { type: "image", data: "x", mimeType: "image/png" };
  it.each([
    ["images", { images: false }, request({ messages: [{ role: "user", content: image }] })],
    [
      "audio",
      { audio: false },
      request({ messages: [{ role: "user", content: { ...image, type: "audio" } }] }),
    ],
    ["tools", { tools: false }, request({ tools: [{ name: "a", inputSchema: {} }] })],
  ] as const)("is last: %s", (kind, abilities, document) => {
    const models = testModels([testProvider([testModel("a", abilities), testModel("unknown")])]);
    const ranking = rank({ ...models, defaultModel: { providerId: "p", modelId: "a" } }, document);
    expect(order(ranking)).toEqual(["unknown", "a"]);
    expect(ranking.models.map((entry) => entry.obstacle)).toEqual([null, { kind }]);
    expect(ranking.needs).toEqual([kind]);
  });
  it("is last: its context is too short, even with a hint", () => {
    const models = testModels([
      testProvider([testModel("a", { contextTokens: 4096 }), testModel("b")]),
    ]);
    const ranking = rank(models, hinting("a"), { promptTokens: 5000 });
    expect(order(ranking)).toEqual(["b", "a"]);
    expect(ranking.models[1]?.obstacle).toEqual({
      kind: "context",
      needsTokens: 5000,
      hasTokens: 4096,
    });
  });
  it("is last: embeddings, an unavailable provider, content without a place in the wire format", () => {
    const models = testModels([
      testProvider([testModel("text-embedding-3-small"), testModel("ok")]),
      testProvider([testModel("off", {}, { providerId: "q" })], {
        id: "q",
        state: { kind: "failed", atMs: 0, failure: { kind: "model-other", detail: "" } },
      }),
    ]);
    const kinds = rank(models, request()).models.map((entry) => entry.obstacle?.kind);
    expect(kinds).toEqual([undefined, "silent", "purpose"]);
    const odd = request({ messages: [{ role: "user", content: { type: "video" } }] });
    expect(rank(of("a"), odd).models[0]?.obstacle).toMatchObject({ kind: "misfit" });
  });
  it("is not chosen even if it is the only one", () => {
    const models = testModels([testProvider([testModel("a", { tools: false })])]);
    const document = request({ tools: [{ name: "a", inputSchema: {} }] });
    expect(firstChoice(rank(models, document))).toBeNull();
  });
});

describe("the user's preference", () => {
  const both = of("gpt-5", "llama3.2:3b");
  it("is first if no hint matches, and before all others with always", () => {
    const policy = { ...anyPolicy, first: "provider/llama*" };
    expect(order(rank(both, request(), { policy }))[0]).toBe("llama3.2:3b");
    expect(order(rank(both, hinting("gpt"), { policy }))[0]).toBe("gpt-5");
    const always = rank(both, hinting("gpt"), { policy: { ...policy, always: true } });
    expect(order(always)[0]).toBe("llama3.2:3b");
    expect(always.models[0]?.why).toEqual({ kind: "always" });
  });
  it("puts models that this server may not use last", () => {
    const ranking = rank(both, hinting("gpt"), { policy: { ...anyPolicy, allowed: ["*/llama*"] } });
    expect(order(ranking)).toEqual(["llama3.2:3b", "gpt-5"]);
    expect(ranking.models[1]?.obstacle).toEqual({ kind: "not-allowed" });
  });
  it("begins with the model that the request used before", () => {
    const usedBefore = { providerId: "p", modelId: "llama3.2:3b" };
    const ranking = rank(both, hinting("gpt"), { usedBefore });
    expect(ranking.models[0]?.why).toEqual({ kind: "used-before" });
  });
});
