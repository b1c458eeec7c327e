// The verification thread itself, on files: its result, its progress, and that it can be stopped.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import type { Known, Verifying } from "#shared/ledger/verification.ts";
import { Signer, makeLedger, writeLedgerFile } from "../history/verify/testing.ts";
import { endThreads } from "../threads/thread.ts";
import { Verifier } from "../history/verify/verifier.ts";

const folder = mkdtempSync(path.join(tmpdir(), "countersign-verifier-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = pathToFileURL(path.resolve(import.meta.dirname, "../workers/files.ts"));
const file = path.join(folder, "ledger.db");
const signer = new Signer();
writeLedgerFile(
  file,
  makeLedger(
    Array.from({ length: 12_000 }, (_one, n) => ({
      sample: "a",
      kind: "received",
      body: n < 3 ? `{"n":${n}}` : null,
      media: [],
      signed: n === 2,
      forgotten: false,
    })),
    signer,
  ),
);
const verifierOf = (moved = (_one: Verifying): void => undefined) =>
  new Verifier({ entry, ledger: () => ({ file, key: null }), moved });

it(
  "reports progress, then its result, to everybody who asked meanwhile",
  { tags: ["long"] },
  async () => {
    const told: Verifying[] = [];
    const thread = verifierOf((one) => told.push(one));
    const asked = [1, 2].map(() => thread.verify({ key: signer.publicKey }));
    const results = await Promise.all(asked);
    for (const result of results) {
      expect(result).toMatchObject({ ok: true, value: { rows: 12_001, fault: null } });
    }
    expect(told.pop()).toBeNull();
    const done = told.map((one) => (one?.stage === "rows" ? one.done : null));
    expect(done[0]).toBeGreaterThan(0);
    expect(told).toEqual(done.map((rows) => ({ stage: "rows", done: rows, total: 12_001 })));
  },
);

it("can be stopped, and started again", { tags: ["long"] }, async () => {
  const known: Known = { head: { seq: 99_999, hash: "0".repeat(64) } };
  const thread = verifierOf();
  const asked = thread.verify(known);
  thread.stop();
  expect(await asked).toEqual({ ok: false, failure: { kind: "cancelled" } });
  const again = await thread.verify(known);
  expect(again).toMatchObject({
    ok: true,
    value: { fault: { kind: "end-missing", found: 12_001 } },
  });
});

it("reports nothing after it was stopped, whatever the thread still sends", async () => {
  const entry = path.join(folder, "late.mjs");
  const inThread = pathToFileURL(path.resolve(import.meta.dirname, "../threads/inThread.ts")).href;
  writeFileSync(
    entry,
    `import { parentPort } from "node:worker_threads";
     import { doJob } from ${JSON.stringify(inThread)};
     const progress = (done) => ({ stage: "rows", done, total: 2 });
     const waits = new Int32Array(new SharedArrayBuffer(4));
     function* job() {
       try {
         for (;;) {
           yield progress(1);
           Atomics.wait(waits, 0, 0, 10);
         }
       } finally {
         parentPort.postMessage({ kind: "progress", progress: progress(2) });
       }
     }
     doJob(job());`,
  );
  const told: Verifying[] = [];
  const late = new Verifier({
    entry,
    ledger: () => ({ file, key: null }),
    moved: (one) => told.push(one),
  });
  const asked = late.verify({});
  await expect.poll(() => told.length, { timeout: 30_000 }).toBeGreaterThan(0);
  late.stop();
  expect(await asked).toEqual({ ok: false, failure: { kind: "cancelled" } });
  expect(await endThreads(30_000)).toBe(0);
  expect(told.at(-1)).toBeNull();
  expect(told).not.toContainEqual({ stage: "rows", done: 2, total: 2 });
});

it("says that a file is missing", async () => {
  const none = new Verifier({
    entry,
    ledger: () => ({ file: `${file}-none`, key: null }),
    moved: () => undefined,
  });
  expect(await none.verify({})).toMatchObject({
    ok: false,
    failure: { kind: "ledger-unreadable" },
  });
});
