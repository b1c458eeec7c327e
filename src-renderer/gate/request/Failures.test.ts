import { expect, it } from "vitest";
import type { ModelFailure } from "#shared/outcome.ts";
import type { Attempt } from "#shared/request/life/heldRequest.ts";
import { failedTogether } from "./Failures.tsx";

const attempt = (id: string, startedAtMs: number, state: Attempt["state"]): Attempt => ({
  id,
  document: { messages: [] },
  documentHash: "",
  model: { providerId: "p", modelId: id },
  by: { kind: "person" },
  startedAtMs,
  state,
});
const failed = (failure: ModelFailure): Attempt["state"] => ({
  kind: "failed",
  failure,
  tookMs: 1,
});
const wrongKey: ModelFailure = { kind: "model-wrong-key", status: 401, detail: "" };
const limited: ModelFailure = { kind: "model-rate-limited", detail: "slow" };

it("lists each failure of attempts approved together, equal ones once, the last one's last", () => {
  const attempts = [
    attempt("earlier", 1, failed(wrongKey)),
    attempt("a", 5, failed(limited)),
    attempt("b", 5, failed(wrongKey)),
    attempt("c", 5, { kind: "withdrawn" }),
    attempt("d", 5, failed(limited)),
    attempt("e", 5, failed({ ...limited, detail: "slower" })),
  ];
  const found = failedTogether(attempts).map(({ failure, attempts: whose }) => [
    failure.kind,
    whose.map(({ id }) => id).join(" "),
  ]);
  expect(found).toEqual([
    ["model-wrong-key", "b"],
    ["model-rate-limited", "a d"],
    ["model-rate-limited", "e"],
  ]);
});

it("lists nothing if the last attempt did not fail, and a single failure alone", () => {
  expect(failedTogether([])).toEqual([]);
  expect(
    failedTogether([attempt("a", 1, failed(limited)), attempt("b", 1, { kind: "running" })]),
  ).toEqual([]);
  expect(failedTogether([attempt("a", 1, failed(limited))])).toHaveLength(1);
});
