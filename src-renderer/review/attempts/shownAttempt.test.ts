// What gate 2 shows: an answer that was asked for after another one comes first, even before it is there.
import { expect, it } from "vitest";
import type { Attempt, AttemptState } from "../../../src-shared/sampling/life/sample.ts";
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
const looking = { attemptId: null, seenCount: 0, refining: null };
const shown = (
  attempts: Attempt[],
  more: { attemptId?: string; seenCount?: number } = {},
): string | undefined => shownAttempt(attempts, { ...looking, ...more }).current?.id;

it.each<[AttemptState]>([[{ kind: "running" }], [{ kind: "waiting" }], [done]])(
  "shows what began since it was last seen, gate 1 in between or not (%j)",
  (state) => {
    const attempts = [one, attempt("two", 200, state), attempt("three", 200, state)];
    expect(shown(attempts, { attemptId: "one", seenCount: 1 })).toBe("two");
    // Once seen, the person looks at what they like, whatever arrives.
    expect(shown(attempts, { attemptId: "one", seenCount: 3 })).toBe("one");
  },
);

it("drops a refinement that was being written when something else began, and keeps it otherwise", () => {
  const refining = {
    attemptId: "one",
    document: { messages: [] },
    prepared: { messages: [] },
    callsAsText: 0,
    model: null,
  };
  const attempts = [one, attempt("two", 200, { kind: "running" })];
  const now = { attemptId: "one", refining };
  expect(shownAttempt(attempts, { ...now, seenCount: 1 }).refining).toBe(null);
  expect(shownAttempt(attempts, { ...now, seenCount: 2 }).refining).toBe(refining);
});

it("shows in a new window what was approved when the newest answer was there, and still comes", () => {
  const late = attempt("late", 150, { kind: "running" });
  expect(shown([one, late])).toBe("late");
  // Approved together with the answer that is there: only one of several.
  expect(shown([one, attempt("beside", 100, { kind: "running" })])).toBe("one");
  // It waited for its turn; its answer was there later.
  expect(shown([{ ...one, askedAtMs: 120 }, late])).toBe("one");
  expect(shown([one, attempt("late", 200, { kind: "withdrawn" })])).toBe("one");
});

it("shows what was chosen while nothing was there yet", () => {
  const attempts = [one, attempt("two", 100, { kind: "running" })];
  expect(shown(attempts, { attemptId: "two" })).toBe("two");
  expect(shown([])).toBe(undefined);
});
