// One invalid byte in any text of the ledger: a failure, and the process goes on.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Verification } from "#shared/ledger/verification.ts";
import { verifyWhole } from "#shared/ledger/verify.ts";
import { Checkpoints } from "../history/ledger/checkpoints.ts";
import { settledInPlace } from "../history/encryption/testing.ts";
import { exportJob } from "../history/export/exportJob.ts";
import { SqliteContentDeletion } from "../history/ledger/contentDeletion.ts";
import { HistoryIndex } from "../history/index/historyIndex.ts";
import { openLedger } from "../history/ledger/ledger.ts";
import { Secrets } from "../profile/encryption/secrets.ts";
import { cryptography } from "../history/verify/cryptography.ts";
import { openLedgerFile } from "../history/verify/ledgerFile.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-texts-"));
  file = path.join(folder, "ledger.db");
  const { ledger, close } = openLedger(file);
  const rows = ["a", "b"].map((requestId) => ({
    sampleId: requestId,
    atMs: 1,
    kind: "received",
    body: { asked: { text: `of ${requestId}` }, turn: 1 },
  }));
  expect(ledger.appendAll(rows).ok).toBe(true);
  close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function breakText(table: string, column: string, where: string): void {
  const database = new Libsql(file);
  database.exec(`PRAGMA foreign_keys = OFF;
    UPDATE ${table} SET ${column} = CAST(x'7bff7d' AS TEXT) WHERE ${where}`);
  database.close();
}

/** In place of the system's keychain. */
const keyStore = {
  encrypt: (text: string) => Buffer.from(text, "utf8").reverse(),
  decrypt: (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString("utf8"),
};
const secretsOf = (): Secrets =>
  new Secrets(path.join(folder, "secrets.json"), keyStore, () => undefined);

/** Opens the ledger as the app does, and signs what is unsigned. */
function signing(): ReturnType<typeof openLedger> & { checkpoints: Checkpoints } {
  const open = openLedger(file);
  const parts = {
    file: open.file,
    secrets: secretsOf(),
    nowMs: () => 1,
    walk: () => undefined,
    fault: () => undefined,
  };
  const checkpoints = new Checkpoints(parts);
  checkpoints.sign();
  return { ...open, checkpoints };
}

function verified(key: string | null = null): Verification {
  const open = openLedgerFile(file, key);
  const found = verifyWhole(open, cryptography);
  open.close();
  return found;
}

function exported(requests: string[] | null): boolean {
  const job = exportJob({
    kind: "export",
    ledger: file,
    key: null,
    requests,
    contents: true,
    file: path.join(folder, "out.jsonl"),
    nowMs: 1,
  });
  let step = job.next();
  while (step.done !== true) step = job.next();
  return step.value.ok;
}

const DAMAGED = { ok: false, failure: { kind: "not-recorded", reason: "damaged" } };

it.each(["hash", "key", "signature"])("survives a damaged checkpoint.%s", (column) => {
  signing().close();
  // Row 4 says that nobody signed those before it.
  breakText("checkpoint", column, "seq = 4");
  const { checkpoints, ledger, close } = signing();
  expect(checkpoints.sign()).toMatchObject(DAMAGED);
  expect(ledger.rowsOf("a").ok).toBe(true);
  close();
  expect(exported(null)).toBe(false);
  expect(verified().fault).toMatchObject({ kind: "checkpoint-malformed" });
});

it.each([
  ["hash", "seq = 4"],
  ["facts", "seq = 1"],
])("survives a damaged event.%s in the search for the last signature", (column, where) => {
  signing().close();
  breakText("event_row", column, where);
  const { checkpoints, close } = signing();
  expect(checkpoints.sign()).toMatchObject(DAMAGED);
  close();
  expect(exported(["a"])).toBe(false);
});

it("survives a damaged content.commitment", () => {
  breakText("content_row", "commitment", "id = 1");
  const { ledger, file: open, close } = openLedger(file);
  expect(ledger.append({ sampleId: "a", atMs: 2, kind: "rejected", body: {} }).ok).toBe(true);
  const how = { by: { kind: "person" }, why: "asked", mediaOnly: false, atMs: 3 } as const;
  const deletion = new SqliteContentDeletion(open, () => undefined);
  expect(deletion.deleteContent("a", how)).toMatchObject(DAMAGED);
  close();
});

it("survives a damaged event.media while an export looks for deleted content", () => {
  breakText("event_row", "media", "seq = 2");
  expect(exported(["a"])).toBe(false);
});

it.each([
  ["event_row", "facts", "seq = 2"],
  ["content_row", "body", "id = 1"],
])("encrypts and decrypts a damaged %s.%s as it is", async (table, column, where) => {
  breakText(table, column, where);
  const before = verified();
  const index = path.join(folder, "history.db");
  const files = { ledger: file, index, drafts: path.join(folder, "drafts.db") };
  const { key, changed, failure } = await settledInPlace(files, true, secretsOf());
  expect({ changed, failure }).toEqual({ changed: true, failure: null });
  expect(verified(key)).toEqual(before);
  expect(await settledInPlace(files, false, secretsOf())).toMatchObject({ changed: true });
  expect(verified()).toEqual(before);
});

it.each([
  ["event_row", "facts", "seq = 2"],
  ["event_row", "kind", "seq = 2"],
  ["event_row", "hash", "seq = 3"],
  ["content_row", "body", "id = 1"],
])("survives a damaged %s.%s", (table, column, where) => {
  breakText(table, column, where);
  const { ledger, close } = openLedger(file);
  const read = [ledger.openRequests(), ledger.rowsOf("a"), ledger.rowsOf("b")];
  const failed = read.filter(({ ok }) => !ok);
  expect(failed.length).toBeGreaterThan(0);
  for (const one of failed) {
    expect(one).toMatchObject({ failure: { kind: "not-recorded", reason: "damaged" } });
  }
  close();

  const room = new HistoryIndex(
    { ledger: file, index: path.join(folder, "history.db"), key: null },
    Date.now,
  );
  for (let step = 0; step < 5; step += 1) room.step(50);
  // It returns what it can read, or a failure.
  expect(room.find("")).toHaveProperty("ok");
  room.close();

  expect(exported(null)).toBe(false);
  expect(verified().fault).toMatchObject({
    kind: expect.stringMatching(/^(row|content)-(malformed|changed)$/),
  });
});

it("distinguishes a row whose facts are not JSON from one that cannot be read now, and quotes none of it", () => {
  const database = new Libsql(file);
  database.exec("UPDATE event_row SET facts = 'secret' WHERE seq = 2");
  database.close();
  const { ledger, close } = openLedger(file);
  const read = ledger.rowsOf("a");
  expect(read).toMatchObject({ failure: { kind: "not-recorded", reason: "damaged" } });
  expect(JSON.stringify(read)).not.toContain("secret");
  expect(ledger.rowsOf("b").ok).toBe(true);
  close();
});
