// A thread checks after the start whether a ledger is intact that was too large to check before.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Failure } from "#shared/outcome.ts";
import { openLedger } from "../history/ledger/ledger.ts";
import { checkSoundness } from "../history/verify/soundness.ts";

const PAGE = 4096;
const entry = new URL("../workers/verifier.ts", import.meta.url);
let folder: string;
let sound: string;
const afterMs = 0;

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

/** What is reported of the file first; the end, if nothing is. */
function told(file: string, checkedBytes = 0, from = entry): Promise<Failure | "looked"> {
  return new Promise((resolve) => {
    checkSoundness({
      entry: from,
      checkedBytes,
      afterMs,
      ledger: () => ({ file, key: null }),
      fault: resolve,
      looked: () => resolve("looked"),
    });
  });
}

it("reports nothing for an intact file", async () => {
  await expect(told(sound)).resolves.toBe("looked");
  await expect(told(sound, statSync(sound).size)).resolves.toBe("looked");
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
