import { expect, it } from "vitest";
import { GUARD_MS } from "../../hand/arm.ts";
import { drawn, mayRun } from "./steady.ts";

const first = drawn(null, { query: "", ids: "a b", active: "a" }, 0);

it("runs anything of a list that nothing has changed, and of one that was searched for", () => {
  expect(mayRun(first, "b", 1)).toBe(true);
  const found = drawn(first, { query: "b", ids: "b", active: "b" }, 5);
  expect(mayRun(found, "b", 6)).toBe(true);
});

it("runs for half a second only what was meant before another line came under the hand", () => {
  const pushed = drawn(first, { query: "", ids: "new a b", active: "a" }, 10);
  expect(mayRun(pushed, "new", 11)).toBe(false);
  expect(mayRun(pushed, "b", 11)).toBe(false);
  expect(mayRun(pushed, "a", 11)).toBe(true);
  const moved = drawn(pushed, { query: "", ids: "new a b", active: "new" }, 12);
  expect(mayRun(moved, "new", 13)).toBe(false);
  // What came in the meantime does not make the line meant that nobody could have meant.
  const again = drawn(moved, { query: "", ids: "newer new a b", active: "new" }, 14);
  expect(mayRun(again, "new", 15)).toBe(false);
  expect(mayRun(again, "a", 15)).toBe(true);
  expect(mayRun(again, "new", 14 + GUARD_MS)).toBe(true);
});

it("runs nothing for half a second where what was meant has gone", () => {
  const gone = drawn(first, { query: "", ids: "b", active: "b" }, 10);
  expect(mayRun(gone, "b", 11)).toBe(false);
  expect(mayRun(gone, "b", 10 + GUARD_MS)).toBe(true);
});

it("runs a line that has stood as the chosen one for half a second, however often the others change", () => {
  let now = drawn(first, { query: "", ids: "1 a b", active: "a" }, 10);
  now = drawn(now, { query: "", ids: "1 a b", active: "b" }, 20);
  // Every 100 ms another request comes: the list is never steady.
  for (let atMs = 100; atMs < 2_000; atMs += 100) {
    now = drawn(now, { query: "", ids: `${atMs} a b`, active: "b" }, atMs);
    expect(mayRun(now, "b", atMs + 1)).toBe(atMs + 1 - 20 >= GUARD_MS);
    expect(mayRun(now, String(atMs), atMs + 1)).toBe(false);
  }
  // What takes its place has not stood there yet.
  now = drawn(now, { query: "", ids: "2000 c", active: "2000" }, 2_000);
  expect(mayRun(now, "2000", 2_001)).toBe(false);
});
