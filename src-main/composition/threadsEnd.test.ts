// A thread that reads the ledger is asked to end, and terminated only once it has closed its databases.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FileJobThread } from "../history/fileJobs.ts";
import { HistoryThread } from "../history/historyThread.ts";
import { endThreads } from "../threads/thread.ts";
import { Verifier } from "../history/verify/verifier.ts";

let folder = "";
let file = "";
let entry = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-ending-"));
  file = path.join(folder, "ledger.db");
  writeFileSync(file, "read");
  entry = path.join(folder, "entry.mjs");
  const inThread = pathToFileURL(path.resolve(import.meta.dirname, "../threads/inThread.ts")).href;
  const said = (name: string): string =>
    `writeFileSync(${JSON.stringify(path.join(folder, name))}, "");`;
  writeFileSync(
    entry,
    `import { writeFileSync } from "node:fs";
     import { doJob } from ${JSON.stringify(inThread)};
     const waits = new Int32Array(new SharedArrayBuffer(4));
     function* job() {
       try {
         ${said("begun")}
         for (;;) {
           Atomics.wait(waits, 0, 0, 10);
           yield null;
         }
       } finally {
         ${said("left")}
       }
     }
     doJob(job());`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const is = (name: string): boolean => existsSync(path.join(folder, name));

/** Starts a thread; returns what ends it. */
type Begin = () => () => unknown;

const verifier = (): Verifier =>
  new Verifier({ entry, ledger: () => ({ file, key: null }), moved: () => undefined });
const verifies: Begin = () => {
  const verifying = verifier();
  void verifying.verify({});
  return () => verifying.stop();
};
const exports: Begin = () => {
  const jobs = new FileJobThread(entry);
  const out = { requests: null, contents: true, file: path.join(folder, "out"), nowMs: 0 };
  void jobs.run({ kind: "export", ledger: file, key: null, ...out }, () => undefined);
  return () => jobs.cancel();
};
const shows: Begin = () => {
  const files = { ledger: file, index: path.join(folder, "history.db"), key: null };
  const thread = new HistoryThread({ entry, start: { files }, moved: () => undefined });
  thread.begin();
  return () => thread.close();
};
const looks: Begin = () => {
  const verifying = verifier();
  void verifying.checkPages(0);
  return () => verifying.close();
};

it.each([
  ["verifies", verifies],
  ["exports", exports],
  ["shows another ledger", shows],
  ["checks the file", looks],
])("lets a thread that %s close its databases first", async (_what, begin) => {
  const breakOff = begin();
  await expect.poll(() => is("begun")).toBe(true);
  await breakOff();
  expect(await endThreads(30_000)).toBe(0);
  expect(is("left")).toBe(true);
});
