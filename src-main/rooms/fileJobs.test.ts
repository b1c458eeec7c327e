// The thread that works on files: however it ends, it ends once, and no half of a file stays.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FileJobThread } from "../background/fileJobs.ts";
import type { FileJob } from "../services/record/historyFilePorts.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const job = (): Extract<FileJob, { kind: "export" }> => ({
  kind: "export",
  ledger: path.join(folder, "ledger.db"),
  key: null,
  samples: null,
  contents: true,
  file: path.join(folder, "out.jsonl"),
  nowMs: 0,
});

/** A thread that has written half a file and then does this. */
function thread(then: string): FileJobThread {
  const entry = path.join(folder, "entry.mjs");
  writeFileSync(
    entry,
    `import { writeFileSync } from "node:fs";
     import { parentPort, workerData } from "node:worker_threads";
     writeFileSync(workerData.file + ".part", "half");
     parentPort.postMessage({ kind: "progress", done: 1, total: 2 });
     ${then}`,
  );
  return new FileJobThread(entry);
}
/** Another that is asked to write files anew, and is in the system for so long. */
function converting(then: string): FileJobThread {
  const entry = path.join(folder, "converting.mjs");
  writeFileSync(
    entry,
    `import { writeFileSync } from "node:fs";
     import { parentPort, workerData } from "node:worker_threads";
     parentPort.postMessage({ kind: "progress", done: 1, total: 2 });
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2600);
     ${then}`,
  );
  return new FileJobThread(entry);
}
const left = (): string[] => readdirSync(folder).filter((name) => name.startsWith("out"));

it.each([
  ["fails", 'throw new Error("broken");', "broken"],
  ["ends without a word", "process.exit(3);", "ended without a word: 3"],
])("leaves nothing where the thread %s, and can be asked again", async (_how, then, detail) => {
  const jobs = thread(then);
  for (const _ of [1, 2]) {
    expect(await jobs.run<"export">(job(), () => undefined)).toEqual({
      ok: false,
      failure: { kind: "internal", detail },
    });
    expect(left()).toEqual([]);
  }
});

it("is cancelled though its last word is on the way", async () => {
  const jobs = thread(
    'parentPort.postMessage({ kind: "done", outcome: { ok: true, value: { bytes: 4, items: 1 } } });',
  );
  let told = 0;
  const outcome = await jobs.run<"export">(job(), () => {
    told += 1;
    expect(existsSync(path.join(folder, "out.jsonl.part"))).toBe(true);
    jobs.cancel();
  });
  expect(outcome).toEqual({ ok: false, failure: { kind: "cancelled" } });
  expect(told).toBe(1);
  expect(left()).toEqual([]);
});

it.each([
  ["has still converted", { ok: true, value: null }],
  ["gives it up", { ok: false, failure: { kind: "cancelled" } }],
])(
  "waits for a thread that %s, however long its disk takes",
  async (_how, outcome) => {
    const file = path.join(folder, "out.db");
    const jobs = converting(
      `writeFileSync(workerData.files[0].file, "renamed over it");
     parentPort.postMessage({ kind: "done", outcome: ${JSON.stringify(outcome)} });`,
    );
    const files = [{ file, before: null, after: null, verified: true }];
    const done = await jobs.run<"convert">({ kind: "convert", files }, () => jobs.cancel());
    expect(existsSync(file)).toBe(true);
    expect(done).toEqual(outcome);
  },
  20_000,
);

it("says of a thread that was to end, and did so without a word, that it was cancelled", async () => {
  const jobs = converting("");
  const done = await jobs.run<"convert">({ kind: "convert", files: [] }, () => jobs.cancel());
  expect(done).toEqual({ ok: false, failure: { kind: "cancelled" } });
}, 20_000);
