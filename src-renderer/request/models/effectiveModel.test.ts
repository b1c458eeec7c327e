// Which model a decision sends to, and that its guard notices when that changes by itself.
import { expect, it } from "vitest";
import type { ModelRef } from "#shared/models/model.ts";
import type { RankedModel } from "#shared/models/ranking/rank.ts";
import { gate1Guard } from "#gate/request/gate1Guard.ts";
import { effectiveModelKey, effectiveModel } from "./effectiveModel.ts";
import { wantedModel } from "../useGate1.ts";
import type { Judged } from "#shared/rules/judged.ts";

const ref = (modelId: string): ModelRef => ({ providerId: "p", modelId });
const one = ref("one");
const two = ref("two");
/** @param there the models to choose from, the first usable one in front */
const rankedOf = (there: readonly ModelRef[], barred: readonly ModelRef[] = []) => ({
  first: there[0] ?? null,
  of: (wanted: ModelRef | null): RankedModel | undefined =>
    [...there, ...barred]
      .filter(({ modelId }) => modelId === wanted?.modelId)
      .map((found) => ({
        ref: found,
        ...(barred.includes(found) ? { obstacle: { kind: "not-allowed" } } : {}),
      }))
      .map((found) => found as RankedModel)[0],
});
const nameOf = (ranked: ReturnType<typeof rankedOf>, wanted: ModelRef | null): string =>
  effectiveModelKey(ranked.first, effectiveModel(ranked, wanted).lost);

it("is the wanted model, else the first usable one", () => {
  const both = rankedOf([one, two]);
  expect(effectiveModel(both, two)).toEqual({ model: two, lost: false });
  expect(effectiveModel(both, null)).toEqual({ model: one, lost: false });
  expect(effectiveModel(rankedOf([one]), two)).toEqual({ model: one, lost: true });
  expect(effectiveModel(rankedOf([one], [two]), two)).toEqual({ model: one, lost: true });
  expect(effectiveModel(rankedOf([]), two)).toEqual({ model: null, lost: true });
});

it("changes its key when another model replaces it automatically, not when the user chooses", () => {
  const both = rankedOf([one, two]);
  // Nothing was chosen, and the present model is gone.
  expect(nameOf(rankedOf([two]), null)).not.toBe(nameOf(both, null));
  // The chosen model is gone, or no longer allowed.
  expect(nameOf(rankedOf([one]), two)).not.toBe(nameOf(both, two));
  expect(nameOf(rankedOf([one], [two]), two)).not.toBe(nameOf(both, two));
  expect(nameOf(both, two)).toBe(nameOf(both, null));
});

it("treats a rule's model as wanted at gate 1: its loss starts the guard again", () => {
  const judged = [{ gate: "request", decide: "ask", changes: { model: two } }] as Judged[];
  expect(wantedModel({ judged }, undefined)).toEqual(two);
  expect(wantedModel({ judged }, { model: one })).toEqual(one);
  expect(wantedModel({}, undefined)).toBeNull();
  const guard = (ranked: ReturnType<typeof rankedOf>): string =>
    gate1Guard({ judged }, true, null, {
      ranked,
      lost: effectiveModel(ranked, wantedModel({ judged }, undefined)).lost,
    });
  expect(guard(rankedOf([one]))).not.toBe(guard(rankedOf([one, two])));
});
