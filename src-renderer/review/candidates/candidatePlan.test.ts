// Rows of the candidates dialog: what they generate, and their faults.
import fc from "fast-check";
import { expect, it } from "vitest";
import { oneOfEach, planOf, withModel } from "./candidatePlan.ts";
import type { PlanInput, PlanRow } from "./candidatePlan.ts";

const model = (modelId: string) => ({ providerId: "p", modelId });
const ask = {
  messages: [{ role: "user", content: { type: "text", text: "Hello" } }],
  maxTokens: 100,
  temperature: 0.2,
};
const ground: PlanInput = {
  document: ask,
  asked: ask,
  media: [],
  options: undefined,
  from: { attemptId: "a1", how: "again" },
};
const row = (more: Partial<PlanRow>): PlanRow => ({
  id: 1,
  model: model("m"),
  count: 1,
  temperature: "",
  maxTokens: "",
  ...more,
});

it("generates as often as a row says, with the request's values if the row has none", () => {
  const { runs, faults, total } = planOf(
    [row({ count: 2 }), row({ id: 2, model: model("n"), temperature: "0.9", maxTokens: "50" })],
    ground,
  );
  expect(faults.size).toBe(0);
  expect(total).toBe(3);
  expect(runs).toEqual([
    { document: ask, model: model("m"), from: ground.from },
    { document: ask, model: model("m"), from: ground.from },
    {
      document: { ...ask, temperature: 0.9, maxTokens: 50 },
      model: model("n"),
      from: ground.from,
    },
  ]);
});

it("reports the faults of each row", () => {
  const { runs, faults } = planOf(
    [
      row({ id: 1, temperature: "warm" }),
      row({ id: 2, maxTokens: "many" }),
      row({ id: 3, maxTokens: "101" }),
      row({ id: 4, temperature: "-1" }),
    ],
    ground,
  );
  expect(runs).toEqual([]);
  expect([...faults]).toEqual([
    [1, { kind: "temperature" }],
    [2, { kind: "maxTokens" }],
    [3, { kind: "rule", code: "max-tokens-above-asked" }],
    [4, { kind: "temperature" }],
  ]);
});

it("never asks for more tokens than the server did", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      const rows = texts.map((maxTokens, id) => row({ id, maxTokens }));
      for (const { document } of planOf(rows, ground).runs) {
        expect(document.maxTokens).toBeLessThanOrEqual(100);
      }
    }),
  );
});

it("counts a model that is added again, unless its row has other values", () => {
  const once = withModel([], model("m"));
  expect(withModel(once, model("m")).map(({ count }) => count)).toEqual([2]);
  const [first] = once;
  const other = first === undefined ? [] : [{ ...first, temperature: "1" }];
  expect(withModel(other, model("m")).map(({ count }) => count)).toEqual([1, 1]);
  expect(oneOfEach([model("m"), model("n")]).map(({ id }) => id)).toEqual([1, 2]);
});
