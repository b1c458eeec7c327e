// What is due by age is read without sizes: it has to be what reading everything finds.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { LedgerEntry } from "../../core/ports.ts";
import { SqliteContentDeletion } from "../ledger/contentDeletion.ts";
import { openLedger } from "../ledger/ledger.ts";
import type { RetentionRule } from "./reach.ts";
import { retentionJob } from "./retentionJob.ts";

const received = (sampleId: string, atMs: number, serverId = "s"): LedgerEntry => ({
  sampleId,
  atMs,
  kind: "received",
  body: { asker: { serverId }, asked: { text: `of ${sampleId}` } },
});
const rejected = (sampleId: string, atMs: number): LedgerEntry => ({
  sampleId,
  atMs,
  kind: "rejected",
  body: {},
});

it("finds by age what reading everything finds: ended before that time, and not deleted yet", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-retention-"));
  const file = path.join(folder, "ledger.db");
  const { ledger, file: open, close } = openLedger(file);
  const rows = [
    received("later", 1),
    received("old", 2),
    received("open", 3),
    received("deleted", 4),
    received("other", 5, "o"),
    rejected("other", 6),
    rejected("old", 7),
    rejected("deleted", 8),
    received("new", 20),
    rejected("new", 21),
    rejected("later", 22),
  ];
  expect(ledger.appendAll(rows).ok).toBe(true);
  const how = { by: { kind: "person" }, why: "asked", mediaOnly: false, atMs: 9 } as const;
  const deleted = new SqliteContentDeletion(open, () => undefined).deleteContent("deleted", how);
  expect(deleted).toMatchObject({ ok: true, value: { kind: "forgotten" } });
  const due = (...rules: RetentionRule[]): string[] => {
    const ask = { kind: "due" as const, rules, most: 10 };
    for (const steps = retentionJob({ kind: "retention", ledger: file, key: null, ask }); ;) {
      const step = steps.next();
      if (step.done !== true) continue;
      return step.value.ok ? step.value.value.due.map(({ sampleId }) => sampleId) : ["failed"];
    }
  };
  const byAge = { serverId: null, endedBeforeMs: 10, bytesMost: null, textOnly: false };
  const ofOther = { ...byAge, serverId: "o", endedBeforeMs: 5 };
  const bySize = { ...byAge, serverId: "none", endedBeforeMs: null, bytesMost: 1 };
  expect(due(byAge)).toEqual(["other", "old"]);
  expect(due(byAge, bySize)).toEqual(["other", "old"]);
  expect(due(ofOther, { ...byAge, except: ["o"] })).toEqual(["old"]);
  close();
  rmSync(folder, { recursive: true, force: true });
});
