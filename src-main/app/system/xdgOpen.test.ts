// Opening a browser on Linux, with fake programs of that name on the PATH.
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { xdgOpen } from "./xdgOpen.ts";

const PAGE = "https://issuer.example/authorize?state=a&scope=b%20c";
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "countersign-xdg-"));
  vi.stubEnv("PATH", folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function program(...lines: string[]): Promise<void> {
  const file = path.join(folder, "xdg-open");
  await writeFile(file, ["#!/bin/sh", ...lines].join("\n"));
  await chmod(file, 0o755);
}

it("passes the address as one argument", async () => {
  const seen = path.join(folder, "seen");
  await program(`printf '%s|%s' "$#" "$1" > '${seen}'`);
  await xdgOpen(PAGE);
  expect(await readFile(seen, "utf8")).toBe(`1|${PAGE}`);
});

it("fails where no program is installed, and where it opens nothing", async () => {
  await expect(xdgOpen(PAGE)).rejects.toThrow("ENOENT");
  await program("exit 3");
  await expect(xdgOpen(PAGE)).rejects.toThrow("xdg-open ended with 3");
});

it("treats a program that keeps running as the browser", async () => {
  const pid = path.join(folder, "pid");
  await program(`echo $$ > '${pid}'`, "exec /bin/sleep 20");
  await expect(xdgOpen(PAGE, 200)).resolves.toBeUndefined();
  process.kill(Number(await readFile(pid, "utf8")));
});
