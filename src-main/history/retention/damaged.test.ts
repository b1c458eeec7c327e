// Invalid UTF-8 in place of numbers: a failure, and the process goes on. libsql would end it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LedgerEntry } from "../../core/ports.ts";
import { SqliteContentDeletion } from "../ledger/contentDeletion.ts";
import { openLedger } from "../ledger/ledger.ts";
import { retentionJob } from "./retentionJob.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-damaged-"));
  file = path.join(folder, "ledger.db");
  const { ledger, close } = openLedger(file);
  const rows: LedgerEntry[] = ["a", "b"].flatMap((requestId) => [
    {
      sampleId: requestId,
      atMs: 1,
      kind: "received",
      body: { asked: { text: `of ${requestId}` } },
    },
    { sampleId: requestId, atMs: 2, kind: "rejected", body: {} },
  ]);
  expect(ledger.appendAll(rows).ok).toBe(true);
  close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A strict table would refuse it; a flipped bit on the disk asks nobody. */
function breakNumber(table: string, column: string, where: string): void {
  const database = new Libsql(file);
  database.exec(`PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON;
    CREATE TABLE other AS SELECT * FROM ${table}; DROP TABLE ${table}; ALTER TABLE other RENAME TO ${table};
    UPDATE ${table} SET ${column} = CAST(x'7bff7d' AS TEXT) WHERE ${where}`);
  database.close();
}

function outcomeOf<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

it.each([
  ["event_row", "at_ms", "request = 2 AND kind = 'rejected'", ["b"]],
  ["event_row", "at_ms", "request = 2", ["b"]],
  ["held", "content", "request = 2", ["b"]],
  ["content_row", "length", "id = 1", ["a", "b"]],
])("%s.%s: finds what is due among the other rows", (table, column, where, due) => {
  breakNumber(table, column, where);
  const rule = { serverId: null, endedBeforeMs: 10, bytesMost: null, textOnly: false };
  const ask = { kind: "due" as const, rules: [rule], most: 10 };
  const answer = outcomeOf(retentionJob({ kind: "retention", ledger: file, key: null, ask }));
  expect(answer).toMatchObject({ ok: true });
  const ids = answer.ok ? answer.value.due.map(({ sampleId: requestId }) => requestId) : [];
  for (const id of due) expect(ids).toContain(id);
});

it("content_row.length: deletes the content all the same", () => {
  breakNumber("content_row", "length", "1");
  const whole = new Libsql(file);
  whole.exec("CREATE UNIQUE INDEX content_id ON content_row (id)");
  whole.close();
  const { file: open, close } = openLedger(file);
  const how = { by: { kind: "person" }, why: "asked", mediaOnly: false, atMs: 9 } as const;
  expect(new SqliteContentDeletion(open, () => undefined).deleteContent("a", how)).toMatchObject({
    ok: true,
    value: { kind: "forgotten", gone: [{ bytes: 0 }] },
  });
  close();
});
