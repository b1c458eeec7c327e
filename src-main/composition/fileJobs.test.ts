// The thread for file jobs: it ends once, however it ends, and leaves no partial file.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FileJobThread } from "../history/fileJobs.ts";
import type { FileJob } from "../history/fileJobs.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const job = (): Extract<FileJob, { kind: "export" }> => ({
  kind: "export",
  ledger: path.join(folder, "ledger.db"),
  key: null,
  requests: null,
  contents: true,
  file: path.join(folder, "out.jsonl"),
  nowMs: 0,
});

/** A thread that has written half a file and then runs `then`. */
function thread(then: string): FileJobThread {
  const entry = path.join(folder, "entry.mjs");
  writeFileSync(
    entry,
    `import { writeFileSync } from "node:fs";
     import { parentPort, workerData } from "node:worker_threads";
     writeFileSync(workerData.file + ".part", "half");
     parentPort.postMessage({ kind: "progress", progress: { done: 1, total: 2 } });
     ${then}`,
  );
  return new FileJobThread(entry);
}
/** Another, which is asked to rewrite files and blocks in the system for that long. */
function converting(then: string): FileJobThread {
  const entry = path.join(folder, "converting.mjs");
  writeFileSync(
    entry,
    `import { writeFileSync } from "node:fs";
     import { parentPort, workerData } from "node:worker_threads";
     parentPort.postMessage({ kind: "progress", progress: { done: 1, total: 2 } });
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2600);
     ${then}`,
  );
  return new FileJobThread(entry);
}
const left = (): string[] => readdirSync(folder).filter((name) => name.startsWith("out"));

it.each([
  ["fails", 'throw new Error("broken");', "broken"],
  ["ends without a message", "process.exit(3);", "exited without a result: 3"],
])("leaves no file if the thread %s, and can be started again", async (_how, then, detail) => {
  const jobs = thread(then);
  for (const _ of [1, 2]) {
    expect(await jobs.run(job(), () => undefined)).toEqual({
      ok: false,
      failure: { kind: "internal", detail },
    });
    expect(left()).toEqual([]);
  }
});

it("is cancelled even if its result is already on the way", async () => {
  const jobs = thread(
    'parentPort.postMessage({ kind: "done", outcome: { ok: true, value: { bytes: 4, items: 1 } } });',
  );
  let told = 0;
  const outcome = await jobs.run(job(), () => {
    told += 1;
    expect(existsSync(path.join(folder, "out.jsonl.part"))).toBe(true);
    jobs.cancel();
  });
  expect(outcome).toEqual({ ok: false, failure: { kind: "cancelled" } });
  expect(told).toBe(1);
  expect(left()).toEqual([]);
});

it.each([
  ["completes all the same", { ok: true, value: null }],
  ["stops", { ok: false, failure: { kind: "cancelled" } }],
])(
  "waits for a thread that %s, however slow the disk is",
  { tags: ["long"], timeout: 20_000 },
  async (_how, outcome) => {
    const file = path.join(folder, "out.db");
    const jobs = converting(
      `writeFileSync(workerData.files[0].file, "renamed over it");
     parentPort.postMessage({ kind: "done", outcome: ${JSON.stringify(outcome)} });`,
    );
    const files = [{ file, before: null, after: null, verified: true }];
    const done = await jobs.run({ kind: "convert", files }, () => jobs.cancel());
    expect(existsSync(file)).toBe(true);
    expect(done).toEqual(outcome);
  },
);

it(
  "reports a cancelled thread that exits without a message as cancelled",
  { tags: ["long"], timeout: 20_000 },
  async () => {
    const jobs = converting("");
    const done = await jobs.run({ kind: "convert", files: [] }, () => jobs.cancel());
    expect(done).toEqual({ ok: false, failure: { kind: "cancelled" } });
  },
);
