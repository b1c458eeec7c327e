// The prompt to exceed a budget: shown only over its own request, by the gate that opened it.
import { afterEach, expect, it, vi } from "vitest";
import type { DeskBridge } from "#shared/contract/contract.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { testToken } from "../guard/testing.ts";
import { decide } from "../decide.ts";
import { requestViewOf } from "../view.ts";
import { askOverBudget, overBudgetKey } from "./overBudget.ts";
import type { BudgetHold } from "#shared/rules/limits/windows.ts";

const request = (id: string, revision = 1): HeldRequest => ({ id, revision }) as HeldRequest;
const hold: BudgetHold = {
  scope: "all",
  unit: "tokens",
  window: "day",
  limit: 28,
  used: 20,
  reserved: 0,
  needs: 30,
};
const promptOf = (id: string) => requestViewOf(id).overBudget;
const question = (id: string) => ({
  request: request(id),
  holds: [hold],
  proceed: () => undefined,
});

afterEach(() => vi.unstubAllGlobals());

it("is not asked for a decision of a batch, which reports the failure itself", async () => {
  const failure = { kind: "over-budget", holds: [hold] };
  const desk = { invoke: () => Promise.resolve({ ok: false, failure }) };
  vi.stubGlobal("window", { desk: desk as unknown as DeskBridge });
  const result = await decide(testToken(), request("y"), "h", {
    kind: "reject",
    tellServer: false,
  });
  expect(result).toEqual({ ok: false, failure });
  expect(promptOf("y")).toBeNull();
});

it("is shown for its own request only", () => {
  const close = askOverBudget(question("y"));
  expect(promptOf("x")).toBeNull();
  expect(promptOf("y")?.request.id).toBe("y");
  close();
  expect(promptOf("y")).toBeNull();
});

it("is closed by the gate that opened it, which leaves a later one open", () => {
  const closeFirst = askOverBudget(question("y"));
  const second = question("y");
  const closeSecond = askOverBudget(second);
  closeFirst();
  expect(promptOf("y")).toBe(second);
  closeSecond();
});

it("starts its guard again for another question", () => {
  const names = [
    overBudgetKey({ request: request("y"), holds: [hold] }),
    overBudgetKey({ request: request("z"), holds: [hold] }),
    overBudgetKey({ request: request("y", 2), holds: [hold] }),
    overBudgetKey({ request: request("y"), holds: [{ ...hold, needs: 31 }] }),
  ];
  expect(new Set(names).size).toBe(names.length);
});
