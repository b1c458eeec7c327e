// Calls to a thread: answered, rejected when closed, and its end on an error.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { endThread, endThreads, startCalled } from "./thread.ts";
import type { Called } from "./thread.ts";

interface Does {
  add(one: number, other: number): number;
  never(): void;
  fail(): void;
  giveFunction(): unknown;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-calls-"));
  const calls = pathToFileURL(path.resolve(import.meta.dirname, "calls.ts")).href;
  writeFileSync(
    path.join(folder, "thread.mjs"),
    `import { parentPort } from "node:worker_threads";
     import { mainProxy } from ${JSON.stringify(calls)};
     mainProxy(parentPort, {
       add: (one, other) => one + other,
       never: () => new Promise(() => undefined),
       fail() { throw new Error("does not work"); },
       giveFunction: () => () => undefined,
     });`,
  );
});
afterEach(() => endThreads());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As in Electron, an unhandled rejection only warns. */
const start = (): Called<Does> =>
  startCalled(path.join(folder, "thread.mjs"), {
    name: "test",
    execArgv: ["--unhandled-rejections=warn"],
  });

it("answers calls, and rejects pending ones once it is closed", async () => {
  const { worker, calls } = start();
  expect(await calls.add(1, 2)).toBe(3);
  const waits = calls.never();
  calls.$close(new Error("gone"));
  await expect(waits).rejects.toThrow("gone");
  expect(await endThread(worker)).toBe(true);
});

it.each(["fail", "giveFunction"] as const)("ends where %s is called", async (name) => {
  const { worker, calls } = start();
  const ended = new Promise<boolean>((resolve) => worker.once("error", () => resolve(true)));
  calls[name]().catch(() => undefined);
  expect(await ended).toBe(true);
});
