// The cost of generations, summed in the real file together with their rows.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LedgerEntry, Spent } from "../../core/ports.ts";
import { SqliteContentDeletion } from "./contentDeletion.ts";
import { openLedger } from "./ledger.ts";
import { settleSpent } from "./spent.ts";

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

const noon = new Date(2026, 10, 21, 12).getTime();
const spent = (change: Partial<Spent> = {}): Spent => ({
  serverId: "s1",
  serverName: "climate",
  model: { providerId: "p", modelId: "m" },
  outcome: "done",
  usage: { inputTokens: 100, outputTokens: 20 },
  cost: { usd: 0.25 },
  tookMs: 900,
  ...change,
});
const add = (change?: Partial<Spent>, atMs = noon): void => {
  const row: LedgerEntry = { sampleId: "a", atMs, kind: "attempt-done", body: {} };
  expect(opened.ledger.append({ ...row, spent: spent(change) }).ok).toBe(true);
};
const since = (day: string | null) => {
  const read = opened.spending.since(day);
  if (!read.ok) throw new Error(read.failure.kind);
  return read.value;
};

it("sums up by day, server and model, newest day first", () => {
  add();
  add({ cost: { usd: 0.5 }, usage: { inputTokens: 1, outputTokens: 2 } });
  add({ model: { providerId: "p", modelId: "n" } });
  add({}, noon - 86_400_000);
  expect(since(null)).toMatchObject([
    { day: "2026-11-21", modelId: "m", generations: 2, inputTokens: 101, usd: 0.75, tookMs: 1800 },
    { day: "2026-11-21", modelId: "n", generations: 1 },
    { day: "2026-11-20", modelId: "m", generations: 1, outputTokens: 20 },
  ]);
  expect(since("2026-11-21")).toHaveLength(2);
});

it("counts what nobody has counted or priced", () => {
  const none: Spent = {
    serverId: "s1",
    serverName: "climate",
    model: { providerId: "p", modelId: "m" },
    outcome: "failed",
    tookMs: 5,
  };
  const row: LedgerEntry = { sampleId: "a", atMs: noon, kind: "attempt-failed", body: {} };
  opened.ledger.append({ ...row, spent: none });
  add({ cost: { usd: 1, missing: ["output-count"] }, usage: { inputTokens: 3 } });
  expect(since(null)).toMatchObject([
    { generations: 2, failed: 1, uncounted: 2, unpriced: 2, usd: 1, inputTokens: 3 },
  ]);
});

it("counts nothing of a row that could not be written", () => {
  add();
  const blocker = new Libsql(file);
  blocker.exec("BEGIN IMMEDIATE");
  const row: LedgerEntry = { sampleId: "a", atMs: noon, kind: "attempt-done", body: {} };
  expect(opened.ledger.append({ ...row, spent: spent() }).ok).toBe(false);
  blocker.exec("ROLLBACK");
  blocker.close();
  expect(since(null)).toMatchObject([{ generations: 1 }]);
  // And the next one is written as usual.
  add();
  expect(since(null)).toMatchObject([{ generations: 2 }]);
});

it("keeps the sums of an earlier start", () => {
  add();
  opened.close();
  opened = openLedger(file);
  expect(since(null)).toMatchObject([{ usd: 0.25 }]);
});

it(
  "lists recent generations with their server, oldest first, from facts only",
  { tags: ["long"] },
  () => {
    const requester = { serverId: "s9", name: "climate" };
    const received = { asker: requester, asked: { text: "secret" }, origin: { kind: "none" } };
    const write = (requestId: string, kind: string, body: object, atMs: number): void => {
      expect(
        opened.ledger.append({ sampleId: requestId, atMs, kind, body: body as never }).ok,
      ).toBe(true);
    };
    write("r1", "received", received, noon - 100_000);
    write(
      "r2",
      "received",
      { ...received, asker: { ...requester, serverId: "s8" } },
      noon - 90_000,
    );
    const usage = { inputTokens: 10, outputTokens: 5 };
    write("r1", "attempt-done", { usage, cost: { usd: 0.5 } }, noon - 7_200_000);
    for (let n = 0; n < 600; n += 1) write("r2", "refused-more", { count: 1 }, noon - 60_000);
    write("r1", "attempt-done", { usage, cost: { usd: 0.25 } }, noon - 50_000);
    write("r2", "attempt-stopped", { usage }, noon - 40_000);
    write("r2", "attempt-failed", {}, noon - 30_000);
    const read = opened.spending.recent(noon - 3_600_000);
    expect(read).toEqual({
      ok: true,
      value: [
        { serverId: "s9", atMs: noon - 50_000, tokens: 15, usd: 0.25, unpriced: 0 },
        { serverId: "s8", atMs: noon - 40_000, tokens: 15, usd: 0, unpriced: 1 },
      ],
    });
    expect(opened.spending.recent(noon)).toEqual({ ok: true, value: [] });
  },
);

it("gives budgets the estimates of what no provider counted, also after a restart", () => {
  const requester = { serverId: "s1", name: "climate" };
  const ends = (n: string, kind: string, body: object, more: Partial<Spent>): void => {
    const rows: LedgerEntry[] = [
      {
        sampleId: n,
        atMs: noon,
        kind: "received",
        body: { asker: requester, asked: { text: "t" } },
      },
      {
        sampleId: n,
        atMs: noon,
        kind,
        body: { attemptId: n, ...body } as never,
        spent: {
          serverId: "s1",
          serverName: "climate",
          model,
          tookMs: 1,
          outcome: "done",
          ...more,
        },
      },
    ];
    expect(opened.ledger.appendAll(rows).ok).toBe(true);
  };
  const model = { providerId: "p", modelId: "m" };
  const [usage, estimate] = [{ inputTokens: 10 }, { inputTokens: 10, outputTokens: 5, usd: 0.5 }];
  const cost = { usd: 0.25, missing: ["output-count" as const] };
  ends("a", "attempt-done", { usage, cost, estimate }, { usage, cost, estimate });
  const unpriced = { inputTokens: 100, outputTokens: 50 };
  ends("b", "attempt-stopped", { estimate: unpriced }, { outcome: "stopped", estimate: unpriced });
  ends("c", "attempt-failed", { estimate }, { outcome: "failed", estimate });
  ends("d", "attempt-failed", {}, { outcome: "failed" });
  opened.close();
  opened = openLedger(file);
  settle();
  expect(since("2026-11-21")).toMatchObject([
    { generations: 4, uncounted: 4, inputTokens: 10, outputTokens: 0, usd: 0.25, unpriced: 4 },
  ]);
  expect(opened.spending.estimated("2026-11-21")).toEqual({
    ok: true,
    value: [{ day: "2026-11-21", serverId: "s1", tokens: 5 + 150 + 15, usd: 0.75, unpriced: -1 }],
  });
  expect(opened.spending.estimated("2026-11-22")).toEqual({ ok: true, value: [] });
  expect(opened.spending.recent(noon - 1)).toEqual({
    ok: true,
    value: [
      { serverId: "s1", atMs: noon, tokens: 15, usd: 0.5, unpriced: 0 },
      { serverId: "s1", atMs: noon, tokens: 150, usd: 0, unpriced: 1 },
      { serverId: "s1", atMs: noon, tokens: 15, usd: 0.5, unpriced: 0 },
    ],
  });
});

/** Each end as the desk records it, with its usage in the row. */
function generated(requestId: string, ends: number, atMs = noon): void {
  const requester = { serverId: "s1", name: "climate" };
  const rows = Array.from({ length: ends }, (_, n): LedgerEntry[] => {
    const [attemptId, model] = [`${requestId}-${n}`, { providerId: "p", modelId: `m${n % 3}` }];
    const took = {
      usage: { inputTokens: 100 + n, ...(n % 4 === 0 ? {} : { outputTokens: 20 }) },
      ...(n % 5 === 0
        ? {}
        : { cost: { usd: 0.125, ...(n % 2 ? { missing: ["output-count" as const] } : {}) } }),
      tookMs: 900.5,
    };
    const [kind, outcome] =
      n % 3 === 0 ? (["attempt-failed", "failed"] as const) : (["attempt-done", "done"] as const);
    return [
      { sampleId: requestId, atMs, kind: "request-approved", body: { attemptId, model } },
      {
        sampleId: requestId,
        atMs,
        kind,
        body: { attemptId, ...took } as never,
        spent: { serverId: "s1", serverName: "climate", model, outcome, ...took },
      },
    ];
  });
  const received = {
    sampleId: requestId,
    atMs,
    kind: "received",
    body: { asker: requester, asked: { text: "t" } },
  };
  expect(opened.ledger.appendAll([received, ...rows.flat()]).ok).toBe(true);
}
const settle = (nowMs = noon): void =>
  expect(opened.file.use((database) => settleSpent(database, nowMs)).ok).toBe(true);
const byOther = (sql: string): void => {
  const other = new Libsql(file);
  other.exec(sql);
  other.close();
};

it("computes the sums from the rows at a start, whatever the file holds of them", () => {
  generated("a", 30);
  generated("b", 7, noon - 40 * 86_400_000);
  const before = since(null);
  settle();
  expect(since(null)).toEqual(before);
  byOther("UPDATE spent SET input_tokens = 1, usd = 0 WHERE day = '2026-11-21'");
  settle();
  expect(since(null)).toEqual(before);
  byOther("DELETE FROM spent WHERE day < '2026-11-21'");
  settle();
  expect(since(null)).toEqual(before);
  byOther("INSERT INTO spent VALUES ('2026-01-01','s9','ghost','p','m',1,0,7,0,0,1.5,0,3)");
  settle();
  expect(since(null)).toEqual(before);
});

it("keeps the sums after content is deleted", () => {
  generated("a", 4);
  expect(opened.ledger.append({ sampleId: "a", atMs: noon, kind: "rejected", body: {} }).ok).toBe(
    true,
  );
  const [before, recent] = [since(null), opened.spending.recent(noon - 1)];
  const how = { by: { kind: "person" }, why: "asked", mediaOnly: false, atMs: noon } as const;
  expect(new SqliteContentDeletion(opened.file, () => undefined).deleteContent("a", how).ok).toBe(
    true,
  );
  settle();
  expect(since(null)).toEqual(before);
  expect(opened.spending.recent(noon - 1)).toEqual(recent);
});

it("sums what began in an earlier ledger under no name", () => {
  add();
  settle();
  expect(since(null)).toMatchObject([{ serverId: "", modelId: "", generations: 1, tookMs: 0 }]);
});

it("leaves the sums unchanged if the rows cannot be read", () => {
  generated("a", 4);
  const before = since(null);
  byOther("UPDATE event_row SET facts = '{' WHERE kind = 'attempt-done'");
  expect(opened.file.use((database) => settleSpent(database, noon)).ok).toBe(false);
  expect(since(null)).toEqual(before);
  add();
});
