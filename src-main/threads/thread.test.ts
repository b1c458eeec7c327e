// Threads end on request, and nobody waits for one that cannot end.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Worker } from "node:worker_threads";
import { endThread, endThreads, startThread } from "./thread.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-thread-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A thread that runs this; resolves with its first message. */
async function thread(does: string): Promise<Worker> {
  const entry = path.join(folder, `${does.length}.mjs`);
  writeFileSync(
    entry,
    `import { spawnSync } from "node:child_process";
     import { parentPort } from "node:worker_threads";
     parentPort.on("message", () => undefined);
     parentPort.postMessage(Object.keys(process.env));
     setTimeout(() => { ${does} });`,
  );
  const worker = startThread(entry, { name: "test" });
  const env = await new Promise((resolve) => worker.once("message", resolve));
  expect(env).toEqual([]);
  return worker;
}

/** JavaScript cannot interrupt this. */
const IN_THE_SYSTEM = 'spawnSync("/bin/sleep", ["3"]);';

it("ends a thread that waits, and one that never stops", async () => {
  expect(await endThread(await thread(""))).toBe(true);
  expect(await endThread(await thread("for (;;) {}"))).toBe(true);
  expect(await endThreads()).toBe(0);
});

it.runIf(process.platform === "linux")("lets a thread give way to the others", async () => {
  const from = JSON.stringify(pathToFileURL(path.resolve(import.meta.dirname, "inThread.ts")).href);
  const worker = await thread(`import(${from}).then(({ giveWay }) => {
    giveWay();
    parentPort.postMessage(null);
  });`);
  await new Promise((resolve) => worker.once("message", resolve));
  // Field 19 (proc(5)); the name in parentheses may contain spaces.
  const nice = readdirSync("/proc/self/task").map((id) =>
    Number(readFileSync(`/proc/self/task/${id}/stat`, "utf8").split(") ")[1]?.split(" ")[16]),
  );
  expect(nice.filter((value) => value === 10)).toHaveLength(1);
  await endThread(worker);
});

// By the clock, since waiting is what it is about: a machine that had other things to do may be asked again.
it(
  "does not wait for a thread blocked in the system, and says so",
  { tags: ["long"], retry: 2 },
  async () => {
    const held = await thread(IN_THE_SYSTEM);
    const gone = new Promise((resolve) => held.once("exit", resolve));
    const other = await thread("");
    // Its turn has come.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const begunMs = performance.now();
    expect(await endThread(held, 50)).toBe(false);
    expect(await endThreads(300)).toBe(1);
    expect(performance.now() - begunMs).toBeLessThan(2000);
    expect(await endThread(other)).toBe(true);
    await gone;
    expect(await endThreads()).toBe(0);
  },
);

// What libsql does where it is broken off ends the process, so these threads have one of their own.
it(
  "never interrupts a thread in whose database a statement may run",
  { tags: ["long"], timeout: 120_000 },
  () => {
    const entry = path.join(folder, "database.mjs");
    const program = path.join(folder, "program.mjs");
    const from = (file: string): string =>
      JSON.stringify(pathToFileURL(path.resolve(import.meta.dirname, file)).href);
    writeFileSync(
      entry,
      `import { createRequire } from "node:module";
     import { parentPort, workerData } from "node:worker_threads";
     import { doJob } from ${from("inThread.ts")};
     const Libsql = createRequire(${from("thread.ts")})("libsql");
     parentPort.postMessage("begun");
     function* job() {
       for (;;) yield new Libsql(workerData).prepare("SELECT 1").raw().all();
     }
     doJob(job());`,
    );
    writeFileSync(
      program,
      `import { endThread, endThreads, startThread } from ${from("thread.ts")};
     const start = () => startThread(${JSON.stringify(entry)},
       { name: "test", workerData: ":memory:", database: true });
     for (let n = 0; n < 10; n += 1) {
       const worker = start();
       await new Promise((resolve) => worker.once("message", resolve));
       await new Promise((resolve) => setTimeout(resolve, n));
       if (!(await endThread(worker, 30_000))) process.exit(1);
     }
     // One that has not started yet.
     start();
     process.exitCode = await endThreads(30_000);`,
    );
    const { status, signal, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
    expect({ status, signal }, stderr).toEqual({ status: 0, signal: null });
  },
);
