// What the window is told before the ledger is open, with a fake thread.
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Preparing } from "#shared/contract/machine.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { openLedger } from "../ledger/ledger.ts";
import { Secrets } from "../../profile/encryption/secrets.ts";
import { readyFiles } from "./readyFiles.ts";

let profile = "";
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), "countersign-ready-"));
  const { ledger, close } = openLedger(path.join(profile, "ledger.db"));
  const row = { sampleId: "s", atMs: 1, kind: "elicitation-received", body: {} };
  expect(ledger.append(row).ok).toBe(true);
  close();
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const cipher = {
  encrypt: (text: string) => Buffer.from(text, "utf8"),
  decrypt: (bytes: Uint8Array) => Buffer.from(bytes).toString("utf8"),
};

/** A start that is to encrypt, with a thread of this result; returns what was reported meanwhile. */
async function started(outcome: Outcome<null, Failure>) {
  writeFileSync(
    path.join(profile, "files.js"),
    `require("node:worker_threads").parentPort.postMessage(${JSON.stringify({ kind: "done", outcome })});`,
  );
  const [told, faults]: [Preparing[], Failure[]] = [[], []];
  await readyFiles({
    profile,
    entries: profile,
    settings: { encryptLedger: true },
    secrets: new Secrets(path.join(profile, "secrets.json"), cipher, () => undefined),
    ending: new AbortController().signal,
    preparing: (preparing) => told.push(preparing),
    fault: (failure) => faults.push(failure),
  });
  return { told, faults };
}

it("reports the size of the files from the first progress", async () => {
  const total = statSync(path.join(profile, "ledger.db")).size;
  const { told, faults } = await started(ok(null));
  expect(told).toEqual([{ what: "encrypt", done: 0, total }]);
  expect(faults).toEqual([]);
});

it("reports what the disk had no room for", async () => {
  const noRoom = { kind: "ledger-no-room", neededBytes: 5 } as const;
  expect(await started(fail(noRoom))).toMatchObject({ faults: [{ ...noRoom, what: "encrypt" }] });
});
