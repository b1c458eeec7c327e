// The sums in the real file: changed by another program, they are found by verifying, and put right at the next start.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Failure } from "../../src-shared/outcome.ts";
import type { LedgerEntry } from "../desk/ports.ts";
import { openLedger } from "./ledger.ts";
import { settleSpent } from "./spentRepair.ts";
import { spentFound } from "./spentRows.ts";
import { verifyCommand } from "./verify/command.ts";

let folder: string;
let file: string;
let opened: ReturnType<typeof openLedger>;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-spent-"));
  file = path.join(folder, "ledger.db");
  opened = openLedger(file);
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
});

const NOON = new Date(2026, 10, 21, 12).getTime();
const model = { providerId: "p", modelId: "m" };

/** A request with one generation, as the desk records it. */
function generated(sampleId: string, atMs = NOON): void {
  const asker = { serverId: "s1", name: "climate" };
  const usage = { inputTokens: 100, outputTokens: 20 };
  const [cost, tookMs] = [{ usd: 0.1 }, 900];
  const spent = { serverId: "s1", serverName: "climate", model, outcome: "done" as const };
  const rows: LedgerEntry[] = [
    { sampleId, atMs, kind: "received", body: { asker, asked: { text: "secret" } } },
    { sampleId, atMs, kind: "request-approved", body: { attemptId: `${sampleId}-1`, model } },
    {
      ...{ sampleId, atMs, kind: "attempt-done" },
      body: { attemptId: `${sampleId}-1`, usage, cost, tookMs },
      spent: { ...spent, usage, cost, tookMs },
    },
    { sampleId, atMs, kind: "rejected", body: {} },
  ];
  expect(opened.ledger.appendAll(rows).ok).toBe(true);
}

function byOther(sql: string): void {
  const other = new Libsql(file);
  other.exec(sql);
  other.close();
}

/** What the command says. */
function verified(): { exit: number; spent?: object[]; fault: unknown } {
  let said = "";
  const exit = verifyCommand([file, "--json"], {}, (text) => (said += text));
  return { exit, ...(JSON.parse(said) as { fault: unknown }) };
}

function settled(): Failure[] {
  const failures: Failure[] = [];
  settleSpent(
    opened.file,
    () => NOON,
    (failure) => failures.push(failure),
  );
  return failures;
}

const sums = () => {
  const read = opened.spending.since(null);
  if (!read.ok) throw new Error(read.failure.kind);
  return read.value;
};
const rowsOfKind = (kind: string): string[] => {
  const reader = new Libsql(file, { readonly: true });
  const rows = reader.prepare("SELECT facts FROM event WHERE kind = ?").raw().all(kind);
  reader.close();
  return rows.map((row) => String((row as unknown[])[0]));
};

it("leaves sums that follow from the rows as they are", () => {
  for (let n = 0; n < 3; n += 1) generated(`r${n}`, NOON - n * 86_400_000);
  expect(verified()).toMatchObject({ exit: 0, fault: null, spent: [] });
  expect(settled()).toEqual([]);
  expect(rowsOfKind("spent-repaired")).toEqual([]);
});

it("finds changed sums, adds them up anew, and records what stood there", () => {
  for (let n = 0; n < 3; n += 1) generated(`r${n}`);
  const before = sums();
  byOther("UPDATE spent SET usd = 0.01, input_tokens = 1");
  const found = verified();
  // The rows are what they were: the sums are no part of the chain.
  expect(found).toMatchObject({ exit: 0, fault: null });
  expect(found.spent).toEqual([
    expect.objectContaining({
      ...{ serverId: "s1", serverName: "climate", modelId: "m" },
      kept: expect.objectContaining({ usd: 0.01, inputTokens: 1, generations: 3 }),
      rows: expect.objectContaining({ inputTokens: 300, generations: 3 }),
    }),
  ]);
  expect(settled()).toMatchObject([
    {
      ...{ kind: "spent-repaired", count: 1, server: "climate", model: "m" },
      tokens: { kept: 61, rows: 360 },
    },
  ]);
  expect(sums()).toEqual(before);
  expect(verified()).toMatchObject({ exit: 0, fault: null, spent: [] });
  const [facts] = rowsOfKind("spent-repaired");
  expect(JSON.parse(facts ?? "")).toMatchObject({
    by: { kind: "desk" },
    differences: [{ serverId: "s1", model, kept: { usd: 0.01, inputTokens: 1 } }],
  });
  expect(settled()).toEqual([]);
});

it("finds sums of a whole day that were taken away or put in", () => {
  generated("r1");
  byOther("DELETE FROM spent");
  expect(settled()).toMatchObject([{ tokens: { kept: 0, rows: 120 } }]);
  byOther(
    "INSERT INTO spent VALUES ('2026-11-21', 's9', 'ghost', 'p', 'm', 1, 0, 7, 0, 0, 1.5, 0, 3)",
  );
  expect(settled()).toMatchObject([{ server: "ghost", tokens: { kept: 7, rows: 0 } }]);
  expect(sums()).toMatchObject([{ serverId: "s1", generations: 1 }]);
});

it("keeps in what ended after a large file was looked through", () => {
  generated("r1");
  byOther("UPDATE spent SET usd = 0");
  const found = opened.file.use(spentFound);
  if (!found.ok || found.value === null) throw new Error("nothing was found");
  generated("r2");
  const repaired: Failure[] = [];
  const repair = settleSpent(
    opened.file,
    () => NOON,
    (failure) => repaired.push(failure),
  );
  // Of a small file, as this one is, it has been done already.
  byOther("UPDATE spent SET usd = 0");
  repair(found.value);
  expect(repaired).toHaveLength(2);
  expect(sums()).toMatchObject([{ generations: 2, usd: 0.2, inputTokens: 200 }]);
  expect(verified()).toMatchObject({ spent: [] });
});

it("does not take for wrong what a ledger says that goes on from another one", () => {
  const rows: LedgerEntry = {
    ...{ sampleId: "begun-elsewhere", atMs: NOON, kind: "attempt-done" },
    body: { attemptId: "a", usage: { inputTokens: 5, outputTokens: 5 }, tookMs: 1 },
    spent: {
      ...{ serverId: "s1", serverName: "climate", model, outcome: "done", tookMs: 1 },
      usage: { inputTokens: 5, outputTokens: 5 },
    },
  };
  expect(opened.ledger.append(rows).ok).toBe(true);
  expect(verified()).toMatchObject({ exit: 0, spent: [] });
  expect(settled()).toEqual([]);
});
