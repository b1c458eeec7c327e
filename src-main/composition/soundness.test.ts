// A thread checks after the start whether a ledger is intact that was too large to check before.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Failure } from "#shared/outcome.ts";
import { openLedger } from "../history/ledger/ledger.ts";
import { Verifier } from "../history/verify/verifier.ts";

const PAGE = 4096;
const entry = new URL("../workers/files.ts", import.meta.url);
let folder: string;
let sound: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-soundness-"));
  sound = path.join(folder, "sound.db");
  const { ledger, file, close } = openLedger(sound);
  const rows = Array.from({ length: 500 }, (_, n) => ({
    sampleId: `s${n}`,
    atMs: n,
    kind: "received",
    body: { asked: { n } },
  }));
  expect(ledger.appendAll(rows).ok).toBe(true);
  file.use((database) => void database.pragma("wal_checkpoint(TRUNCATE)"));
  close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is found in the file. */
const told = (file: string, checkedBytes = 0, from = entry): Promise<Failure | null> =>
  new Verifier({
    entry: from,
    ledger: () => ({ file, key: null }),
    moved: () => undefined,
  }).checkPages(checkedBytes);

it("reports nothing for an intact file", async () => {
  await expect(told(sound)).resolves.toBeNull();
  await expect(told(sound, statSync(sound).size)).resolves.toBeNull();
});

it("reports a damaged page in SQLite's words", async () => {
  const broken = path.join(folder, "broken.db");
  copyFileSync(sound, broken);
  const bytes = readFileSync(broken);
  // A page in the middle; the first ones hold the tables' names.
  bytes.fill(0xee, 20 * PAGE, 21 * PAGE);
  writeFileSync(broken, bytes);
  await expect(told(broken)).resolves.toEqual({
    kind: "ledger-damaged",
    detail: expect.stringMatching(/\w/),
  });
});

it("says so if it cannot check", async () => {
  const none = new URL("./no-such-entry.ts", import.meta.url);
  await expect(told(sound, 0, none)).resolves.toMatchObject({ kind: "ledger-unreadable" });
});
