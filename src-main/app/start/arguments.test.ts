import { expect, it } from "vitest";
import { argumentsOfNextStart, readArguments } from "./arguments.ts";

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
    background: false,
    link: null,
  });
});

it("does not take a switch as a value", () => {
  const none = { profile: null, config: null, background: false, link: null };
  expect(readArguments(["x", "--config", "--no-sandbox"])).toEqual(none);
  expect(readArguments(["x", "--config="])).toEqual(none);
});

it("ignores everything after a link, which may have come with it", () => {
  const link = "Countersign://request/1";
  const words = ["x", "--background", "--config", "own.json", link, "--config=theirs.json"];
  expect(readArguments([...words, "--user-data-dir", "/tmp/theirs"])).toEqual({
    profile: null,
    config: "own.json",
    background: true,
    link,
  });
});

it("restarts in the background, without config and link", () => {
  const argv = [
    "app",
    "--no-sandbox",
    "--user-data-dir",
    "/p",
    "--config",
    "c.json",
    "countersign:open",
  ];
  expect(argumentsOfNextStart(argv)).toEqual([
    "app",
    "--no-sandbox",
    "--user-data-dir",
    "/p",
    "--background",
  ]);
  expect(argumentsOfNextStart(["--config=c.json", "--background"])).toEqual(["--background"]);
});
