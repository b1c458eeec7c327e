// `/usr/bin/countersign` of the Linux packages, where there is no Node.
import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { root } from "../setup/paths.mjs";

const command = path.join(root, "assets/linux/countersign");
const says = (/** @type {string} */ word) =>
  spawnSync("/bin/sh", [command, word], { env: { PATH: "/nowhere" }, encoding: "utf8" });

it.skipIf(process.platform === "win32")("names what works without Node", () => {
  expect(says("--help")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("countersign verify FILE"),
  });
  expect(says("serve")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("countersign serve needs Node 22"),
  });
});
