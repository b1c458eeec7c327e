// A ledger locked by another program: main stays responsive, and decisions still succeed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fail } from "#shared/outcome.ts";
import { openLedger } from "../history/ledger/ledger.ts";
import { retryWhileLocked } from "./handlers.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-locked-"));
  file = path.join(folder, "ledger.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const row = { sampleId: "s", atMs: 1, kind: "received", body: { asked: 1 } };

it("is written once the lock is gone, while other timers run", async () => {
  const { ledger, close } = openLedger(file);
  expect(ledger.append({ ...row, sampleId: "first" }).ok).toBe(true);
  const other = new Libsql(file);
  other.exec("BEGIN IMMEDIATE");
  let turns = 0;
  const beside = setInterval(() => {
    turns += 1;
    if (turns === 5) other.exec("COMMIT");
  }, 10);
  expect(await retryWhileLocked(() => ledger.append(row))).toEqual({ ok: true, value: undefined });
  clearInterval(beside);
  expect(turns).toBeGreaterThanOrEqual(5);
  other.close();
  close();
});

it("reports a lock after half a second, and no single try waits long", async () => {
  const { ledger, close } = openLedger(file);
  expect(ledger.append({ ...row, sampleId: "first" }).ok).toBe(true);
  const other = new Libsql(file);
  other.exec("BEGIN IMMEDIATE");
  const took: number[] = [];
  const done = await retryWhileLocked(() => {
    const beganMs = performance.now();
    const written = ledger.append(row);
    took.push(performance.now() - beganMs);
    return written;
  });
  expect(done).toMatchObject({ ok: false, failure: { reason: "locked" } });
  expect(took).toHaveLength(20);
  // The shortest: others may have had to wait for the processor.
  expect(Math.min(...took)).toBeLessThan(50);
  other.exec("ROLLBACK");
  other.close();
  close();
});

it("tries once if something else is wrong", async () => {
  let asked = 0;
  const full = fail({ kind: "not-recorded", reason: "full", detail: "full" } as const);
  expect(
    await retryWhileLocked(() => {
      asked += 1;
      return full;
    }),
  ).toBe(full);
  expect(asked).toBe(1);
});
