// The sums in the real file: changed by another program, they are found by verifying and by the look after a start, which
// puts them right where the rows verify.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { LedgerEntry } from "../../desk/ports.ts";
import { openLedger } from "./ledger.ts";
import { SpentRepair } from "./spentRepair.ts";
import { verifyCommand } from "../verify/command.ts";
import { lookThroughFile } from "../verify/look.ts";

let folder: string;
let file: string;
let opened: ReturnType<typeof openLedger>;
let repair: SpentRepair;
let told: Failure[];
let appended: number[];
let moved: number;
let again: number;
beforeEach(() => {
  [told, appended, moved, again] = [[], [], 0, 0];
  folder = mkdtempSync(path.join(tmpdir(), "countersign-spent-"));
  file = path.join(folder, "ledger.db");
  opened = openLedger(file);
  repair = new SpentRepair({
    ...{ file: opened.file, nowMs: () => NOON },
    appended: (seq) => appended.push(seq),
    moved: () => (moved += 1),
    told: (failure) => told.push(failure),
    again: () => (again += 1),
  });
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

/** The end of a generation that an earlier ledger has seen begin. */
const begunElsewhere: LedgerEntry = {
  ...{ sampleId: "begun-elsewhere", atMs: NOON, kind: "attempt-done" },
  body: { attemptId: "a", usage: { inputTokens: 5, outputTokens: 5 }, tookMs: 1 },
  spent: {
    ...{ serverId: "s1", serverName: "climate", model, outcome: "done", tookMs: 1 },
    usage: { inputTokens: 5, outputTokens: 5 },
  },
};

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

type Found = Parameters<SpentRepair["take"]>[0];

/** What is said of the sums, in this order. */
function looks(isAskedToEnd = (): boolean => false): (Found | null)[] {
  const said: (Found | null)[] = [];
  const start = { file, key: null, known: {}, quick: false };
  lookThroughFile(start, isAskedToEnd, (one) => said.push(one.spent));
  return said;
}
/** What is said first, and the verdict that it comes to. */
function look(): [Found, Found] {
  const [found, verdict] = looks();
  if (!found || !verdict) throw new Error("nothing was found");
  return [found, verdict];
}

/** What is said after a look. */
function settled(): Failure[] {
  told = [];
  for (const found of looks()) if (found !== null) repair.take(found);
  return told;
}

const sums = () => {
  const read = opened.spending.since(null);
  if (!read.ok) throw new Error(read.failure.kind);
  return read.value;
};
const total = (read: ReturnType<SpentRepair["since"]>): [number, number] => {
  if (!read.ok) throw new Error(read.failure.kind);
  const of = (name: "inputTokens" | "outputTokens"): number =>
    read.value.reduce((all, day) => all + day[name], 0);
  return [of("inputTokens"), of("outputTokens")];
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

it("keeps in what ended after the file was looked through", () => {
  generated("r1");
  byOther("UPDATE spent SET usd = 0");
  const found = look();
  generated("r2");
  for (const one of found) repair.take(one);
  expect(told).toHaveLength(1);
  expect(sums()).toMatchObject([{ generations: 2, usd: 0.2, inputTokens: 200 }]);
  expect(verified()).toMatchObject({ spent: [] });
});

it("has budgets go by the larger while the rows are verified, then by sums that are right", () => {
  generated("r1");
  byOther("UPDATE spent SET usd = 0, input_tokens = 1, output_tokens = 50");
  const [found, verdict] = look();
  expect([found.verified, verdict.verified]).toEqual([null, true]);
  repair.take(found);
  expect(moved).toBe(1);
  expect(told).toEqual([]);
  expect(total(repair.since(null))).toEqual([100, 50]);
  expect(sums()).toMatchObject([{ inputTokens: 1 }]);
  repair.take(verdict);
  expect(moved).toBe(2);
  expect(total(repair.since(null))).toEqual([100, 20]);
});

it("never makes sums follow from rows that do not verify: budgets go by the larger of both", () => {
  for (let n = 0; n < 3; n += 1) generated(`r${n}`);
  byOther(
    `UPDATE event SET facts = replace(facts, '"inputTokens":100', '"inputTokens":1')
       WHERE kind = 'attempt-done';
     UPDATE spent SET output_tokens = 7`,
  );
  expect(settled()).toMatchObject([{ kind: "spent-doubted", tokens: { kept: 307, rows: 63 } }]);
  expect(rowsOfKind("spent-repaired")).toEqual([]);
  expect(sums()).toMatchObject([{ inputTokens: 300, outputTokens: 7 }]);
  expect(total(repair.since("2026-11-01"))).toEqual([300, 60]);
  // What is generated after that comes on top.
  generated("r3");
  expect(total(repair.since(null))).toEqual([400, 80]);
  expect(total(repair.since("2026-11-22"))).toEqual([0, 0]);
});

it("says what cannot be put right, and has budgets go by the larger until it can", () => {
  generated("r1");
  byOther("UPDATE spent SET input_tokens = 1");
  const found = look();
  opened.file.stop();
  for (const one of found) repair.take(one);
  opened.file.goOn(file);
  expect(told).toMatchObject([{ kind: "not-recorded" }]);
  expect(total(repair.since(null))).toEqual([100, 20]);
});

it.each([
  ["a count that is none", `facts = replace(facts, '"outputTokens":20', '"outputTokens":{}')`],
  ["a count that no file can hold", `facts = replace(facts, ':20', ':1e300')`],
  ["facts that are none", "facts = '[]'"],
  ["an instant beyond all dates", "at_ms = 900000000000000000"],
])("says of %s that neither the sums nor the rows can be believed", (_what, change) => {
  for (const id of ["r1", "r2", "r3"]) generated(id);
  byOther(
    `UPDATE event SET ${change} WHERE kind = 'attempt-done' AND sample = 'r2';
     UPDATE spent SET usd = 0`,
  );
  expect(settled()).toMatchObject([{ kind: "spent-doubted" }]);
  expect(total(repair.since(null))).toEqual([300, 60]);
});

it("tells of the row that says so, as of all others", () => {
  generated("r1");
  byOther("UPDATE spent SET usd = 0");
  settled();
  expect(appended).toEqual([6]);
  expect(opened.file.known?.seq).toBe(6);
});

it("leaves those sums alone that fit, with what an earlier ledger's requests have taken", () => {
  generated("r1");
  expect(opened.ledger.append(begunElsewhere).ok).toBe(true);
  byOther(
    "INSERT INTO spent VALUES ('2026-11-21', 's9', 'ghost', 'p', 'm', 1, 0, 7, 0, 0, 1.5, 0, 3)",
  );
  expect(settled()).toMatchObject([{ count: 1, server: "ghost" }]);
  expect(sums()).toMatchObject([{ serverId: "s1", generations: 2, inputTokens: 105 }]);
});

it("keeps what an earlier ledger's requests have taken, with whom it was kept, and else by itself", () => {
  generated("r1");
  expect(opened.ledger.append(begunElsewhere).ok).toBe(true);
  // The sums hold it still.
  byOther("UPDATE spent SET usd = 0.01");
  expect(settled()).toMatchObject([{ kind: "spent-repaired", count: 1 }]);
  expect(sums()).toMatchObject([{ serverId: "s1", generations: 2, inputTokens: 105, usd: 0.1 }]);
  // Nobody knows any more whose it was.
  byOther("UPDATE spent SET input_tokens = 0, generations = 0, output_tokens = 0");
  expect(settled()).toMatchObject([{ kind: "spent-repaired", count: 1 }]);
  const byServer = new Map(sums().map((day) => [day.serverId, day]));
  expect(byServer.get("s1")).toMatchObject({ generations: 1, inputTokens: 100, usd: 0.1 });
  expect(byServer.get("")).toMatchObject({ generations: 1, inputTokens: 5, outputTokens: 5 });
  expect(total(repair.since(null))).toEqual([105, 25]);
  expect(verified()).toMatchObject({ spent: [] });
  expect(settled()).toEqual([]);
});

it("has the file looked through once more where something ends meanwhile that nobody can attribute", () => {
  generated("r1");
  byOther("UPDATE spent SET input_tokens = 1");
  const found = look();
  expect(opened.ledger.append(begunElsewhere).ok).toBe(true);
  for (const one of found) repair.take(one);
  expect(told).toEqual([]);
  expect(again).toBe(1);
  expect(rowsOfKind("spent-repaired")).toEqual([]);
  expect(total(repair.since(null))).toEqual([105, 25]);
  expect(settled()).toMatchObject([{ kind: "spent-repaired" }]);
  expect(total(repair.since(null))).toEqual([105, 25]);
  expect(again).toBe(1);
});

it("puts nothing into a ledger in which the record goes on meanwhile", () => {
  generated("r1");
  byOther("UPDATE spent SET usd = 0");
  const found = look();
  opened.file.stop();
  opened.file.goOn(path.join(folder, "next.db"));
  const [first, verdict] = found;
  repair.take(verdict);
  repair.take(first);
  repair.take({ ...verdict, verified: false });
  expect(sums()).toEqual([]);
  expect(repair.since(null)).toEqual({ ok: true, value: [] });
  expect(
    opened.file.use((database) => database.prepare("SELECT max(seq) FROM event").raw().get()),
  ).toEqual({ ok: true, value: [1] });
});

it("adds up many generations of one request, and of many, as they were kept", () => {
  const asker = { serverId: "s1", name: "climate" };
  for (const sampleId of ["one", ...Array.from({ length: 600 }, (_, n) => `of-many-${n}`)]) {
    const rows = Array.from({ length: sampleId === "one" ? 1200 : 1 }, (_, n): LedgerEntry[] => [
      {
        ...{ sampleId, atMs: NOON, kind: "request-approved" },
        body: { attemptId: `${sampleId}-${n}`, model: { providerId: "p", modelId: `m${n % 3}` } },
      },
      {
        ...{ sampleId, atMs: NOON, kind: n % 2 ? "attempt-failed" : "attempt-stopped" },
        body: {
          attemptId: `${sampleId}-${n}`,
          usage: { inputTokens: n, outputTokens: 1 },
          tookMs: 1,
        },
        spent: {
          ...{ serverId: "s1", serverName: "climate", outcome: n % 2 ? "failed" : "stopped" },
          model: { providerId: "p", modelId: `m${n % 3}` },
          ...{ usage: { inputTokens: n, outputTokens: 1 }, tookMs: 1 },
        },
      },
    ]);
    const received = { sampleId, atMs: NOON, kind: "received", body: { asker, asked: {} } };
    expect(opened.ledger.appendAll([received, ...rows.flat()]).ok).toBe(true);
  }
  const before = sums();
  expect(settled()).toEqual([]);
  byOther("UPDATE spent SET generations = generations + 1");
  expect(settled()).toMatchObject([{ count: 3 }]);
  expect(sums()).toEqual(before);
});

it("stops between two reads once it is asked to end", () => {
  for (let n = 0; n < 20; n += 1) generated(`r${n}`);
  byOther("UPDATE spent SET usd = 0");
  let asked = 0;
  const isAskedToEnd = (): boolean => (asked += 1) > 5;
  expect(looks(isAskedToEnd)).toEqual([null]);
  expect(asked).toBe(6);
});

it("does not take for wrong what a ledger says that goes on from another one", () => {
  expect(opened.ledger.append(begunElsewhere).ok).toBe(true);
  expect(verified()).toMatchObject({ exit: 0, spent: [] });
  expect(settled()).toEqual([]);
});
