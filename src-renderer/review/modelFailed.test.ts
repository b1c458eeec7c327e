// When a provider may be asked again: as long after the failure as it said, and never when it said nothing or too much.
import { expect, it } from "vitest";
import type { ModelFailure } from "../../src-shared/outcome.ts";
import { againAtMs } from "./ModelFailed.tsx";

const failed = (failure: ModelFailure): Parameters<typeof againAtMs>[0] => ({
  id: "a",
  document: { messages: [] },
  documentHash: "",
  model: { providerId: "p", modelId: "m" },
  by: { kind: "person" },
  startedAtMs: 1000,
  state: { kind: "failed", failure, tookMs: 200 },
});

it.each<[ModelFailure, number | null]>([
  [{ kind: "model-rate-limited", retryAfterMs: 20_000, detail: "" }, 21_200],
  [{ kind: "model-overloaded", status: 529, retryAfterMs: 0, detail: "" }, 1200],
  [{ kind: "model-rate-limited", detail: "" }, null],
  [{ kind: "model-rate-limited", retryAfterMs: 86_400_000, detail: "" }, null],
  // Waiting does not help here.
  [{ kind: "model-no-credit", status: 402, detail: "" }, null],
])("%j", (failure, atMs) => expect(againAtMs(failed(failure))).toBe(atMs));
