// Which model a decision sends to, and that its guard knows when that is another one than the hand was on its way to.
import { expect, it } from "vitest";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import type { RankedModel } from "../../../src-shared/models/ranking/rank.ts";
import { gate1Guard } from "../gate1/gate1Guard.ts";
import { effectiveModelKey, effectiveModel } from "./effectiveModel.ts";
import { wantedModel } from "../gate1/useGate1.ts";
import type { Judged } from "../../../src-shared/policy/judged.ts";

const ref = (modelId: string): ModelRef => ({ providerId: "p", modelId });
const one = ref("one");
const two = ref("two");
/** @param there what can be chosen, the first that fits in front */
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

it("is the one that was wanted, else the first that fits", () => {
  const both = rankedOf([one, two]);
  expect(effectiveModel(both, two)).toEqual({ model: two, lost: false });
  expect(effectiveModel(both, null)).toEqual({ model: one, lost: false });
  expect(effectiveModel(rankedOf([one]), two)).toEqual({ model: one, lost: true });
  expect(effectiveModel(rankedOf([one], [two]), two)).toEqual({ model: one, lost: true });
  expect(effectiveModel(rankedOf([]), two)).toEqual({ model: null, lost: true });
});

it("has another name wherever another model takes its place by itself, and the same where the person chooses", () => {
  const both = rankedOf([one, two]);
  // Nobody chose, and the one that stood there has gone.
  expect(nameOf(rankedOf([two]), null)).not.toBe(nameOf(both, null));
  // What was chosen has gone, or is not allowed any more.
  expect(nameOf(rankedOf([one]), two)).not.toBe(nameOf(both, two));
  expect(nameOf(rankedOf([one], [two]), two)).not.toBe(nameOf(both, two));
  expect(nameOf(both, two)).toBe(nameOf(both, null));
});

it("counts a model that a rule chose as wanted at gate 1: its going starts the guard anew", () => {
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
