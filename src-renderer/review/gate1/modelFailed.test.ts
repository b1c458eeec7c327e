// When a provider may be asked again: after the delay it gave, and never when it gave none or too long a one.
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

it("counts from the start of the attempt if that was later than the approval", () => {
  const failure: ModelFailure = { kind: "model-rate-limited", retryAfterMs: 20_000, detail: "" };
  expect(againAtMs({ ...failed(failure), askedAtMs: 61_000 })).toBe(81_200);
});

describe("an automatic retry", () => {
  const document = { messages: [] };
  const allowed = { document, what: "p m {} 3" };
  const now = { ...allowed, canAgain: true };

  it("waits until it is due, even while nothing can be sent, and is sent", () => {
    expect(repetition(allowed, now, 1)).toBe("wait");
    expect(repetition(allowed, { ...now, canAgain: false }, 1)).toBe("wait");
    expect(repetition(allowed, now, 0)).toBe("send");
    expect(repetition(allowed, now, -999)).toBe("send");
  });
  it("is dropped with another document, model or option, even when it is due", () => {
    for (const dueInMs of [1000, 0]) {
      expect(repetition(allowed, { ...now, document: { messages: [] } }, dueInMs)).toBe("drop");
      expect(repetition(allowed, { ...now, what: "p other {} 3" }, dueInMs)).toBe("drop");
    }
  });
  it("is dropped when it is due while nothing can be sent, or was due long ago", () => {
    expect(repetition(allowed, { ...now, canAgain: false }, 0)).toBe("drop");
    expect(repetition(allowed, now, -3_600_000)).toBe("drop");
  });
});
