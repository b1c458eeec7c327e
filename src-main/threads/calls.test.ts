// Calls to a thread: answered, rejected when it ends, its end on an error, and its next start.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { callsTo } from "./calls.ts";
import { CalledThread } from "./calledThread.ts";
import { endThread, endThreads, startThread } from "./thread.ts";

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
function start() {
  const worker = startThread(path.join(folder, "thread.mjs"), {
    name: "test",
    execArgv: ["--unhandled-rejections=warn"],
  });
  return { worker, calls: callsTo<Does>(worker, {}) };
}

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

const calledThread = (idleMs?: number): CalledThread<Does> =>
  new CalledThread({ entry: path.join(folder, "thread.mjs"), name: "test", idleMs });

it("is started by a call, ends when idle, and is started again", async () => {
  const thread = calledThread(1);
  expect(await thread.call((calls) => calls.add(1, 2))).toBe(3);
  await expect.poll(() => thread.calls).toBeNull();
  expect(await thread.call((calls) => calls.add(3, 4))).toBe(7);
  await thread.close();
});

it("rejects what it was asked when it is told to end, and waits for that end with what comes later", async () => {
  const thread = calledThread();
  const waits = thread.call((calls) => calls.never());
  const ended = thread.end();
  const [dropped, later] = [1, 2].map((one) => {
    const sum = thread.call((calls) => calls.add(one, 1));
    if (one === 1) void thread.end();
    return sum;
  });
  await expect(waits).rejects.toThrow("ended");
  await expect(dropped).rejects.toThrow("ended");
  expect(await later).toBe(3);
  await ended;
  const last = thread.call((calls) => calls.never());
  await Promise.all([expect(last).rejects.toThrow("ended"), thread.close()]);
  await expect(thread.call((calls) => calls.add(1, 1))).rejects.toThrow("ended");
});
