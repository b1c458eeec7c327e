// The question whether a decision may go beyond a budget: asked of its own request alone, by the gate that made it.
import { afterEach, expect, it, vi } from "vitest";
import type { DeskBridge } from "../../../src-shared/ipc/contract.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { freeLeave } from "../../hand/testing.ts";
import { decide } from "../commands.ts";
import { askOverBudget, overBudgetGuard, overBudgetNow, overBudgetOf } from "./overBudget.ts";
import type { BudgetHold } from "../../../src-shared/policy/limits/windows.ts";

const sample = (id: string, revision = 1): Sample => ({ id, revision }) as Sample;
const hold: BudgetHold = {
  ...{ scope: "all", unit: "tokens", window: "day" },
  ...{ limit: 28, used: 20, reserved: 0, needs: 30 },
};
const question = (id: string) => ({ sample: sample(id), holds: [hold], go: () => undefined });

afterEach(() => vi.unstubAllGlobals());

it("is not asked by a decision of a batch, whose failure is told with the batch", async () => {
  const failure = { kind: "over-budget", holds: [hold] };
  const desk = { invoke: () => Promise.resolve({ ok: false, failure }) };
  vi.stubGlobal("window", { desk: desk as unknown as DeskBridge });
  const result = await decide(freeLeave(), sample("y"), "h", { kind: "reject", tellServer: false });
  expect(result).toEqual({ ok: false, failure });
  expect(overBudgetNow()).toBeNull();
});

it("is shown over its own request alone", () => {
  const close = askOverBudget(question("y"));
  expect(overBudgetOf(overBudgetNow(), "x")).toBeNull();
  expect(overBudgetOf(overBudgetNow(), "y")?.sample.id).toBe("y");
  close();
  expect(overBudgetNow()).toBeNull();
});

it("is taken away by the gate that asked it, and no later one with it", () => {
  const closeFirst = askOverBudget(question("y"));
  const closeSecond = askOverBudget(question("z"));
  closeFirst();
  expect(overBudgetNow()?.sample.id).toBe("z");
  closeSecond();
});

it("starts its guard anew when it is about something else", () => {
  const names = [
    overBudgetGuard({ sample: sample("y"), holds: [hold] }),
    overBudgetGuard({ sample: sample("z"), holds: [hold] }),
    overBudgetGuard({ sample: sample("y", 2), holds: [hold] }),
    overBudgetGuard({ sample: sample("y"), holds: [{ ...hold, needs: 31 }] }),
  ];
  expect(new Set(names).size).toBe(names.length);
});
