import { expect, it } from "vitest";
import { readArguments } from "./arguments.ts";

it("reads both forms, and leaves Chromium's switches alone", () => {
  expect(
    readArguments([
      "electron",
      "--no-sandbox",
      ".",
      "--config",
      "a b.json",
      "--user-data-dir=/tmp/p",
    ]),
  ).toEqual({
    profile: "/tmp/p",
    config: "a b.json",
  });
});

it("takes no switch for a value", () => {
  expect(readArguments(["x", "--config", "--no-sandbox"])).toEqual({ profile: null, config: null });
  expect(readArguments(["x", "--config="])).toEqual({ profile: null, config: null });
});
