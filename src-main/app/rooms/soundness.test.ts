// A thread looks through the ledger after a start: whether its sums fit its rows, and whether it is sound where it was too
// large to be looked through before.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Known } from "../../../src-shared/ledger/verification.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import { openLedger } from "../../store/ledger/ledger.ts";
import { lookThrough } from "../../background/soundness.ts";

const PAGE = 4096;
const entry = new URL("../../store/verify/worker.ts", import.meta.url);
let folder: string;
let sound: string;
const afterMs = { checked: 0, larger: 0 };

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-soundness-"));
  sound = path.join(folder, "sound.db");
  const { ledger, file, close } = openLedger(sound);
  const rows = Array.from({ length: 500 }, (_, n) => ({
    ...{ sampleId: `s${n}`, atMs: n, kind: "received", body: { asked: { n } } },
  }));
  expect(ledger.appendAll(rows).ok).toBe(true);
  file.use((database) => void database.pragma("wal_checkpoint(TRUNCATE)"));
  close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is said of the file, first of all: the end, where nothing is. */
function told(
  file: string,
  checkedBytes = 0,
  from = entry,
  known: Known | null = {},
): Promise<Failure | "looked"> {
  return new Promise((resolve) => {
    lookThrough({
      ...{ entry: from, checkedBytes, afterMs, ledger: () => ({ file, key: null }) },
      known: () => known,
      fault: resolve,
      spent: () => undefined,
      looked: () => resolve("looked"),
    });
  });
}

it("says nothing of a sound file", async () => {
  await expect(told(sound)).resolves.toBe("looked");
  await expect(told(sound, statSync(sound).size)).resolves.toBe("looked");
});

it("leaves a small file alone that could not be opened: that was said then", async () => {
  const none = new URL("./no-such-entry.ts", import.meta.url);
  await expect(told(sound, statSync(sound).size, none, null)).resolves.toBe("looked");
  await expect(told(sound, 0, none, null)).resolves.toMatchObject({ kind: "ledger-unreadable" });
});

it("says of a damaged page that the file is damaged, in SQLite's words", async () => {
  const broken = path.join(folder, "broken.db");
  copyFileSync(sound, broken);
  const bytes = readFileSync(broken);
  // A page in the midst; the first ones hold the tables' names.
  bytes.fill(0xee, 20 * PAGE, 21 * PAGE);
  writeFileSync(broken, bytes);
  await expect(told(broken)).resolves.toEqual({
    kind: "ledger-damaged",
    detail: expect.stringMatching(/\w/),
  });
});

it.each([
  ["small", 1_000_000],
  ["large", 0],
])("finds sums that do not follow from the rows of a %s file", async (_size, checkedBytes) => {
  const changed = path.join(folder, "changed.db");
  copyFileSync(sound, changed);
  const database = new Libsql(changed);
  database.exec("INSERT INTO spent VALUES ('2026-11-21','s','n','p','m',1,0,7,0,0,1.5,0,3)");
  database.close();
  const found = await new Promise((resolve, reject) => {
    lookThrough({
      ...{ entry, checkedBytes, afterMs, ledger: () => ({ file: changed, key: null }) },
      known: () => ({}),
      fault: ({ kind }) => reject(new Error(kind)),
      spent: (one) => one.verified !== null && resolve(one),
    });
  });
  expect(found).toMatchObject({
    ...{ seq: 501, rows: [], kept: [{ serverId: "s" }], verified: true },
    differences: [{ serverId: "s", kept: { inputTokens: 7 }, rows: { inputTokens: 0 } }],
  });
});

it("says so where nobody can look", async () => {
  const none = new URL("./no-such-entry.ts", import.meta.url);
  await expect(told(sound, 0, none)).resolves.toMatchObject({ kind: "ledger-unreadable" });
});
