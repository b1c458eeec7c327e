// Sums that were added up anew are signed at once, where the system has a key store: the row that says so is no row that
// could be cut off without showing.
import { mkdirSync } from "node:fs";
import path from "node:path";
import Libsql from "libsql";
import { openLedger } from "../../../src-main/store/ledger/ledger.ts";
import { expect } from "../../fixtures.ts";
import { launch } from "../../support/app.ts";
import { Desk } from "../../support/desk.ts";
import { keyStoreTest } from "../../support/keyStoreTest.ts";

const test = keyStoreTest("e2e/specs/record/spent-signed.spec.ts");

/** One request with a generation, and sums that do not follow from it. */
function fill(profile: string): void {
  mkdirSync(profile, { recursive: true });
  const file = path.join(profile, "ledger.db");
  const { ledger, close } = openLedger(file);
  const model = { providerId: "p", modelId: "m" };
  const asker = { serverId: "s1", name: "climate" };
  const took = { usage: { inputTokens: 100, outputTokens: 20 }, tookMs: 900 };
  const spent = { serverId: "s1", serverName: "climate", model, outcome: "done" as const };
  const row = { sampleId: "one", atMs: Date.now() };
  const rows = [
    { ...row, kind: "received", body: { asker, asked: {} } },
    { ...row, kind: "request-approved", body: { attemptId: "a", model } },
    {
      ...row,
      kind: "attempt-done",
      body: { attemptId: "a", ...took },
      spent: { ...spent, ...took },
    },
    { ...row, kind: "rejected", body: {} },
  ];
  expect(ledger.appendAll(rows).ok).toBe(true);
  close();
  const other = new Libsql(file);
  other.exec("UPDATE spent SET input_tokens = 1");
  other.close();
}

test("the row that says so is signed", async ({ keyStore, profile, later }) => {
  fill(profile);
  const running = await launch({ profile, ...keyStore.launch });
  later(() => running.close());
  const desk = new Desk(running);
  await desk.ready();
  const asked = (sql: string): unknown => {
    const database = new Libsql(path.join(profile, "ledger.db"), { readonly: true });
    const row = database.prepare(sql).raw().get() as unknown[] | undefined;
    database.close();
    return row?.[0];
  };
  const repaired = (): unknown => asked("SELECT seq FROM event WHERE kind = 'spent-repaired'");
  await expect.poll(repaired, { timeout: 30_000 }).toBeGreaterThan(4);
  await expect.poll(() => asked("SELECT max(seq) FROM checkpoint")).toBe(repaired());
});
