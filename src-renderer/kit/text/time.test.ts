// Durations in suitable units.
import { expect, it } from "vitest";
import { t } from "#words/index.ts";
import { elapsed } from "./time.ts";

it.each([
  [0, "0 ms"],
  [340, "340 ms"],
  [1900, "1.9 s"],
  [74_000, "74 s"],
  [119_700, "1 min 59 s"],
  [120_000, "2 min"],
  [200_400, "3 min 20 s"],
  [3_600_000, "1 h"],
  [7_530_000, "2 h 5 min"],
  [86_399_999, "23 h 59 min"],
  [86_400_000, "1 d"],
  [273_600_000, "3 d 4 h"],
  [90 * 86_400_000 + 60_000, "90 d"],
])("formats %d ms as %s", (ms, words) => expect(elapsed(t, ms)).toBe(words));
