import { expect, it } from "vitest";
import { rankModels } from "#shared/models/ranking/rank.ts";
import { ANY_MODEL } from "#shared/servers/policy/modelPolicy.ts";
import { OFFERED_MAX, modelsOffered, offeredOf } from "#shared/team/offered.ts";
import { offeredIn, summaryOf } from "./summary.ts";

const names = ["a", "b", "c", "d", "e", "f", "g"];
const models = modelsOffered(
  names.map((modelId) => ({
    providerId: "p",
    provider: "P",
    kind: "anthropic" as const,
    modelId,
    name: modelId.toUpperCase(),
  })),
);
const ranked = (policy = ANY_MODEL) =>
  rankModels({
    models,
    policy,
    promptTokens: 1,
    usedBefore: null,
    document: { messages: [], maxTokens: 1 },
  }).models;
const requester = { name: "weather" } as never;

it("tells the other desks the first few models, none that the server may not use", () => {
  const offered = offeredOf(ranked(), models);
  expect(offered.map(({ modelId }) => modelId)).toEqual(names.slice(0, OFFERED_MAX));
  expect(offeredIn(summaryOf({ requester } as never, offered))).toEqual(offered);
  const one = offeredOf(ranked({ ...ANY_MODEL, allowed: ["P/g"] }), models);
  expect(one).toMatchObject([{ modelId: "g", name: "G", provider: "P", kind: "anthropic" }]);
});

it("takes another desk's word only in the form that it has to have", () => {
  const model = { providerId: "p", provider: "P", kind: "anthropic", modelId: "a", name: "A" };
  expect(offeredIn({ models: [model] })).toEqual([model]);
  for (const all of [
    null,
    { models: "all" },
    { models: [{ ...model, kind: "no-kind" }] },
    { models: [{ ...model, name: "A".repeat(501) }] },
    { models: Array.from({ length: OFFERED_MAX + 1 }, () => model) },
    { models: [{ ...model, baseUrl: "http://elsewhere" }] },
  ]) {
    expect(offeredIn(all)).toEqual([]);
  }
});
