import { expect, it } from "vitest";
import { GUARD_MS } from "#data/guard/decisionGuard.ts";
import { takeSnapshot, canRun } from "./listSnapshot.ts";

const first = takeSnapshot(null, { query: "", ids: "a b", active: "a" }, 0);

it("runs anything in a list that has not changed by itself", () => {
  expect(canRun(first, "b", 1)).toBe(true);
  const found = takeSnapshot(first, { query: "b", ids: "b", active: "b" }, 5);
  expect(canRun(found, "b", 6)).toBe(true);
});

it("runs for half a second only what was selected before the list changed", () => {
  const pushed = takeSnapshot(first, { query: "", ids: "new a b", active: "a" }, 10);
  expect(canRun(pushed, "new", 11)).toBe(false);
  expect(canRun(pushed, "b", 11)).toBe(false);
  expect(canRun(pushed, "a", 11)).toBe(true);
  const moved = takeSnapshot(pushed, { query: "", ids: "new a b", active: "new" }, 12);
  expect(canRun(moved, "new", 13)).toBe(false);
  // Results arriving meanwhile don't make a line intended that nobody could have intended.
  const again = takeSnapshot(moved, { query: "", ids: "newer new a b", active: "new" }, 14);
  expect(canRun(again, "new", 15)).toBe(false);
  expect(canRun(again, "a", 15)).toBe(true);
  expect(canRun(again, "new", 14 + GUARD_MS)).toBe(true);
});

it("runs nothing for half a second after the selected line has gone", () => {
  const gone = takeSnapshot(first, { query: "", ids: "b", active: "b" }, 10);
  expect(canRun(gone, "b", 11)).toBe(false);
  expect(canRun(gone, "b", 10 + GUARD_MS)).toBe(true);
});

it("runs a line that was selected for half a second, however often the others change", () => {
  let now = takeSnapshot(first, { query: "", ids: "1 a b", active: "a" }, 10);
  now = takeSnapshot(now, { query: "", ids: "1 a b", active: "b" }, 20);
  // A new request arrives every 100 ms: the list never settles.
  for (let atMs = 100; atMs < 2_000; atMs += 100) {
    now = takeSnapshot(now, { query: "", ids: `${atMs} a b`, active: "b" }, atMs);
    expect(canRun(now, "b", atMs + 1)).toBe(atMs + 1 - 20 >= GUARD_MS);
    expect(canRun(now, String(atMs), atMs + 1)).toBe(false);
  }
  // Its replacement has not been active long enough.
  now = takeSnapshot(now, { query: "", ids: "2000 c", active: "2000" }, 2_000);
  expect(canRun(now, "2000", 2_001)).toBe(false);
});
