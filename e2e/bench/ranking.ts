// How long it takes to rank a thousand models for a request, and to describe them by the kept catalogues.
import { createKnowledge } from "../../src-main/model/knowledge/knowledge.ts";
import { countTokens } from "../../src-shared/models/cost/countTokens.ts";
import { rankModels } from "../../src-shared/models/ranking/rank.ts";
import { testModel, testModels, testProvider } from "../../src-shared/models/testing.ts";
import { ANY_MODEL } from "../../src-shared/servers/policy/modelPolicy.ts";

const FAMILIES = [
  "claude-3-5-sonnet",
  "gpt-5-mini",
  "gemini-2.5-flash",
  "llama3.2:3b",
  "qwen3:32b",
];
const COUNT = 1000;

/** @returns milliseconds of each run */
export function rankTimes(runs: number): number[] {
  const names = Array.from({ length: COUNT }, (_one, at) => `${FAMILIES[at % 5] ?? ""}-${at}`);
  const models = testModels([
    testProvider(
      names.map((name, at) =>
        testModel(name, {
          contextTokens: 8192 + at,
          tools: at % 3 > 0,
          images: at % 2 > 0,
          prices: { input: { usd: at % 7 }, output: { usd: at % 11 } },
        }),
      ),
    ),
  ]);
  const hints = ["claude-4-opus", "mini", "gemini-pro", "nothing-like-it", "mistral-large"];
  return Array.from({ length: runs }, () => {
    const from = performance.now();
    rankModels({
      models,
      document: {
        messages: [{ role: "user", content: { type: "text", text: "Which one?" } }],
        maxTokens: 1000,
        tools: [{ name: "look", inputSchema: {} }],
        modelPreferences: {
          hints: hints.map((name) => ({ name })),
          costPriority: 0.3,
          speedPriority: 0.8,
          intelligencePriority: 0.5,
        },
      },
      promptTokens: 9000,
      policy: ANY_MODEL,
      usedBefore: null,
    });
    return performance.now() - from;
  });
}

/** The first time with the reading of the catalogues, the second time without. */
export async function describeTimes(): Promise<{ firstMs: number; againMs: number }> {
  const knowledge = createKnowledge();
  const place = {
    kind: "openrouter",
    baseUrl: "https://openrouter.ai/api/v1",
    onThisMachine: false,
  } as const;
  const list = Array.from({ length: COUNT }, (_one, at) => {
    const modelId = `anthropic/claude-3.5-sonnet-${at}`;
    return { modelId, name: modelId, abilities: {} };
  });
  const time = async (): Promise<number> => {
    const from = performance.now();
    await knowledge.describe(place, list, Date.now());
    return performance.now() - from;
  };
  return { firstMs: await time(), againMs: await time() };
}

const TEXTS = {
  English: "The quick brown fox jumps over 13 lazy dogs; it's well-known, isn't it?\n\n",
  Chinese: "请简单介绍一下模型上下文协议，以及它的采样请求。\n",
  code: "export function add(a: number, b: number): number {\n  return a + b;\n}\n",
  base64: Buffer.from(Array.from({ length: 999 }, (_one, at) => (at * 7919) % 251)).toString(
    "base64",
  ),
};

/** @returns milliseconds of each run by kind of text, each of a million UTF-16 units */
export function countTimes(runs: number): Record<string, number[]> {
  const timesOf = (unit: string): number[] => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    return Array.from({ length: runs }, () => {
      const from = performance.now();
      countTokens(text);
      return performance.now() - from;
    });
  };
  return Object.fromEntries(Object.entries(TEXTS).map(([kind, unit]) => [kind, timesOf(unit)]));
}
