// Properties of every ranking, for any request and any models.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { RequestDocument } from "../../request/document/message.ts";
import { modelPolicySchema } from "../../servers/policy/modelPolicySchema.ts";
import { sameModel } from "../model.ts";
import type { ModelView, ProviderView } from "../model.ts";
import { rankModels, refKey } from "./rank.ts";
import type { RankInput } from "./rank.ts";
import { testModels, testProvider } from "../testing.ts";

const ids = [
  "claude-opus-5",
  "claude-sonnet-4-5",
  "claude-3-haiku",
  "gpt-5",
  "gpt-5-mini",
  "gpt-4.1-nano",
  "gemini-2.5-pro",
  "gemini-2.5-flash-lite",
  "mistral-large",
  "llama3.2:3b",
  "qwen3:32b",
  "x",
  "y",
  "text-embedding-3-small",
  "o3",
  "claude",
];
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const usd = fc.record({ usd: fc.double({ min: 0, max: 100, noNaN: true }) });
const abilities = fc.record({
  contextTokens: maybe(fc.integer({ min: 1, max: 10_000 })),
  images: maybe(fc.boolean()),
  tools: maybe(fc.boolean()),
  released: maybe(fc.constantFrom("2024-01-02", "2025-06", "2026")),
  prices: maybe(fc.record({ input: usd, output: usd })),
});
const provider = (id: string): fc.Arbitrary<ProviderView> =>
  fc
    .uniqueArray(
      fc.record({ modelId: fc.constantFrom(...ids), abilities, enabled: fc.boolean() }),
      { selector: ({ modelId }) => modelId, maxLength: 8 },
    )
    .map((models) =>
      testProvider(
        models.map(({ modelId, abilities: can, enabled }): ModelView => ({
          ref: { providerId: id, modelId },
          name: modelId,
          // An ability that is undefined is a missing one.
          abilities: JSON.parse(JSON.stringify(can)),
          enabled,
        })),
        { id, name: `Provider ${id}` },
      ),
    );
const hints = fc.array(
  fc.record({
    name: fc.constantFrom("claude", "claude-3-sonnet", "GPT", "mini", "gemini-pro", "", "x"),
  }),
  { maxLength: 4 },
);
const priority = maybe(fc.double({ min: -1, max: 2, noNaN: true }));
const input: fc.Arbitrary<RankInput> = fc
  .record({
    providers: fc.tuple(provider("a"), provider("b")),
    hints,
    cost: priority,
    speed: priority,
    ability: priority,
    tools: fc.boolean(),
    promptTokens: fc.option(fc.integer({ min: 0, max: 10_000 })),
    allowed: fc.constantFrom([], ["*/claude*"], ["a/*"]),
    first: fc.constantFrom(null, "b/*"),
    always: fc.boolean(),
  })
  .map((made) => ({
    models: testModels(made.providers),
    document: JSON.parse(
      JSON.stringify({
        messages: [{ role: "user", content: { type: "text", text: "hi" } }],
        maxTokens: 100,
        ...(made.tools ? { tools: [{ name: "a", inputSchema: {} }] } : {}),
        modelPreferences: {
          hints: made.hints,
          costPriority: made.cost,
          speedPriority: made.speed,
          intelligencePriority: made.ability,
        },
      }),
    ) as RequestDocument,
    promptTokens: made.promptTokens,
    policy: modelPolicySchema.parse({
      allowed: made.allowed,
      first: made.first,
      always: made.always,
    }),
    usedBefore: null,
  }));

it("lists each enabled model once, and no disabled one", () => {
  fc.assert(
    fc.property(input, (given) => {
      const listed = rankModels(given).models.map(({ ref }) => refKey(ref));
      const on = given.models.providers.flatMap(({ models }) =>
        models.filter(({ enabled }) => enabled).map(({ ref }) => refKey(ref)),
      );
      expect(listed.toSorted()).toEqual(on.toSorted());
    }),
  );
});

it("does not depend on the order of providers and models", () => {
  fc.assert(
    fc.property(input, fc.integer(), (given, seed) => {
      const turned = <T>(list: readonly T[]): T[] =>
        list.map((_one, at) => list[(at + Math.abs(seed)) % list.length] as T).toReversed();
      const other = {
        ...given,
        models: {
          ...given.models,
          providers: turned(given.models.providers).map((one) => ({
            ...one,
            models: turned(one.models),
          })),
        },
      };
      expect(rankModels(other)).toEqual(rankModels(given));
    }),
  );
});

it("puts hints before priorities, and usable models before unusable ones", () => {
  fc.assert(
    fc.property(input, (given) => {
      const { models } = rankModels(given);
      const stands = models.map(({ obstacle }) =>
        obstacle === null ? 0 : obstacle.kind === "not-allowed" ? 2 : 1,
      );
      expect(stands).toEqual(stands.toSorted());
      const kinds = ["always", "hint", "maps", "server-first", "score", "none"];
      const able = models.filter(({ obstacle }) => obstacle === null);
      const places = able.map(({ why }) =>
        kinds.indexOf(why.kind === "default" ? "score" : why.kind),
      );
      expect(places).toEqual(places.toSorted());
      for (const kind of ["hint", "maps"] as const) {
        const indices = able.flatMap(({ why }) => (why.kind === kind ? [why.index] : []));
        expect(indices).toEqual(indices.toSorted((a, b) => a - b));
      }
    }),
  );
});

it("gives a model the first hint that is part of its name", () => {
  fc.assert(
    fc.property(input, (given) => {
      const asked = given.document.modelPreferences?.hints ?? [];
      for (const { name, why } of rankModels(given).models) {
        if (why.kind === "always") continue;
        const first = asked.findIndex(
          (hint) =>
            hint.name !== "" && name.toLowerCase().includes((hint.name ?? "").toLowerCase()),
        );
        if (first >= 0) expect(why).toMatchObject({ kind: "hint", index: first });
        else expect(why.kind).not.toBe("hint");
      }
    }),
  );
});

it("never puts a model below one with a lower score and the same reason", () => {
  fc.assert(
    fc.property(input, (given) => {
      const { models } = rankModels(given);
      const scored = models.filter(
        ({ obstacle, why }) => obstacle === null && why.kind === "score",
      );
      const totals = scored.map(({ score }) => score?.total ?? Number.NaN);
      expect(totals.every((total) => total >= 0 && total <= 1)).toBe(true);
      expect(totals).toEqual(totals.toSorted((a, b) => b - a));
      expect(new Set(scored.map(({ ref }) => refKey(ref))).size).toBe(scored.length);
      expect(models.some(({ ref }) => sameModel(ref, given.usedBefore))).toBe(false);
    }),
  );
});
