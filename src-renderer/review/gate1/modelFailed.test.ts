// When a provider may be asked again: as long after the failure as it said, and never when it said nothing or too much.
import { describe, expect, it } from "vitest";
import type { ModelFailure } from "../../../src-shared/outcome.ts";
import { againAtMs, repetition } from "./ModelFailed.tsx";

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

it("counts from when the model was asked, where that was later than the approval", () => {
  const failure: ModelFailure = { kind: "model-rate-limited", retryAfterMs: 20_000, detail: "" };
  expect(againAtMs({ ...failed(failure), askedAtMs: 61_000 })).toBe(81_200);
});

describe("an allowed repetition", () => {
  const document = { messages: [] };
  const allowed = { document, what: "p m {} 3" };
  const now = { ...allowed, canAgain: true };

  it("waits until it is due, whatever stands in its way until then, and is sent", () => {
    expect(repetition(allowed, now, 1)).toBe("wait");
    expect(repetition(allowed, { ...now, canAgain: false }, 1)).toBe("wait");
    expect(repetition(allowed, now, 0)).toBe("send");
    expect(repetition(allowed, now, -999)).toBe("send");
  });
  it("is dropped with any other document, model or option, in the moment it is due as well", () => {
    for (const dueInMs of [1000, 0]) {
      expect(repetition(allowed, { ...now, document: { messages: [] } }, dueInMs)).toBe("drop");
      expect(repetition(allowed, { ...now, what: "p other {} 3" }, dueInMs)).toBe("drop");
    }
  });
  it("does not wait for its chance: due while nothing may be sent, or long ago, it is dropped", () => {
    expect(repetition(allowed, { ...now, canAgain: false }, 0)).toBe("drop");
    expect(repetition(allowed, now, -3_600_000)).toBe("drop");
  });
});
