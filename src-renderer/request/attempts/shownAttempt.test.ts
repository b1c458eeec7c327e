// What gate 2 shows: an attempt that began after another one comes first, even before its response.
import { expect, it } from "vitest";
import type { Attempt, AttemptState } from "#shared/request/life/heldRequest.ts";
import { shownAttempt } from "./shownAttempt.ts";

const done: AttemptState = {
  kind: "done",
  generated: { role: "assistant", content: [], model: "m" },
  generatedHash: "h",
  tookMs: 50,
};
const attempt = (id: string, startedAtMs: number, state: AttemptState): Attempt => ({
  id,
  document: { messages: [] },
  documentHash: "",
  model: { providerId: "p", modelId: "m" },
  by: { kind: "person" },
  startedAtMs,
  state,
});
const one = attempt("one", 100, done);
const looking = { attemptId: null, seenCount: 0 };
const shown = (
  attempts: Attempt[],
  more: { attemptId?: string; seenCount?: number } = {},
): string | undefined => shownAttempt(attempts, { ...looking, ...more })?.id;

it.each<[AttemptState]>([[{ kind: "running" }], [{ kind: "waiting" }], [done]])(
  "shows the attempt that began since the last view, with or without gate 1 in between (%j)",
  (state) => {
    const attempts = [one, attempt("two", 200, state), attempt("three", 200, state)];
    expect(shown(attempts, { attemptId: "one", seenCount: 1 })).toBe("two");
    // Once seen, the user's choice stays, whatever arrives.
    expect(shown(attempts, { attemptId: "one", seenCount: 3 })).toBe("one");
  },
);

it("shows in a new window the attempt that was approved after the newest response and still runs", () => {
  const late = attempt("late", 150, { kind: "running" });
  expect(shown([one, late])).toBe("late");
  // Approved together with the present response: only one of several.
  expect(shown([one, attempt("beside", 100, { kind: "running" })])).toBe("one");
  // It was queued; its response came later.
  expect(shown([{ ...one, askedAtMs: 120 }, late])).toBe("one");
  expect(shown([one, attempt("late", 200, { kind: "withdrawn" })])).toBe("one");
});

it("shows the chosen attempt while there is no response", () => {
  const attempts = [one, attempt("two", 100, { kind: "running" })];
  expect(shown(attempts, { attemptId: "two" })).toBe("two");
  expect(shown([])).toBe(undefined);
});
