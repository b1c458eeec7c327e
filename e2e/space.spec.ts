// What is free in the ledger's file is given back to the disk: while the desk goes on, killed in the midst of it, and at the
// next start where the file was made by an earlier version.
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import Libsql from "libsql";
import { SqliteForgetting } from "../src-main/store/forgetting.ts";
import { openLedger } from "../src-main/store/ledger.ts";
import { expect, test } from "./fixtures.ts";
import { axe } from "./support/axe.ts";
import type { Desk } from "./support/desk.ts";

/** A ledger whose older half is forgotten; its size in bytes. */
function fill(profile: string, requests: number, old = false): number {
  mkdirSync(profile, { recursive: true });
  const file = path.join(profile, "ledger.db");
  if (old) {
    // Made before files could be made shorter.
    const database = new Libsql(file);
    database.exec("PRAGMA journal_mode = WAL; CREATE TABLE was (it); DROP TABLE was");
    database.close();
  }
  const { ledger, file: opened, close } = openLedger(file);
  const text = "A text of some length. ".repeat(900);
  for (let first = 0; first < requests; first += 100) {
    const rows = Array.from({ length: 100 }, (_, n) => `s${first + n}`).flatMap((sampleId) => [
      { sampleId, atMs: 1, kind: "received", body: { asked: { text: `${sampleId} ${text}` } } },
      { sampleId, atMs: 2, kind: "rejected", body: {} },
    ]);
    expect(ledger.appendAll(rows).ok).toBe(true);
  }
  const forgetting = new SqliteForgetting(opened, () => undefined);
  for (let n = 0; n < requests / 2; n += 1) {
    const how = { by: { kind: "person" }, why: "asked", mediaOnly: false, atMs: 3 } as const;
    expect(forgetting.forget(`s${n}`, how).ok).toBe(true);
  }
  expect(forgetting.purge()).toEqual({ ok: true, value: true });
  close();
  return statSync(file).size;
}

const sizeOf = (profile: string): number => statSync(path.join(profile, "ledger.db")).size;

/** Reads the ledger until it is closed, as another program may. */
function readerOf(profile: string) {
  const reader = new Libsql(path.join(profile, "ledger.db"), { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM event").raw().get();
  return reader;
}

async function part(desk: Desk) {
  await desk.room("Settings").click();
  return desk.page
    .locator("section")
    .filter({ has: desk.page.getByRole("heading", { name: "Room in the ledger’s file" }) })
    .last();
}

test("is given back beside what the desk does, and what was is kept by kill -9", async ({
  open,
  folder,
}) => {
  const profile = path.join(folder, "profile");
  const before = fill(profile, 1500);
  let desk = await open({ profile });
  let room = await part(desk);
  const reader = readerOf(profile);
  await room.getByRole("button", { name: /^Give back \d/ }).click();
  await expect(room.getByRole("progressbar")).toBeVisible();
  // It waits amid it for whoever reads the ledger, and its log grows no further.
  await expect(room).toContainText("Something reads the ledger");
  expect(sizeOf(profile)).toBe(before);
  expect(statSync(path.join(profile, "ledger.db-wal")).size).toBeLessThan(12_000_000);
  await axe(desk, "room in the ledger's file, held");
  desk.app.process().kill("SIGKILL");
  await desk.app.waitForEvent("close");
  reader.close();

  desk = await open({ profile });
  expect(await desk.do("history.verify")).toMatchObject({ fault: null });
  room = await part(desk);
  await axe(desk, "room in the ledger's file");
  await room.getByRole("button", { name: /^Give back \d/ }).click();
  await expect(room).toContainText("Given back:", { timeout: 60_000 });
  await expect(room).toContainText("There is nothing worth giving back.");
  expect(sizeOf(profile)).toBeLessThan(0.75 * before);
  expect(await desk.do("history.verify")).toMatchObject({ fault: null });
});

test("a file of an earlier version is written anew at the next start", async ({ open, folder }) => {
  const profile = path.join(folder, "profile");
  const before = fill(profile, 300, true);
  let desk = await open({ profile });
  let room = await part(desk);
  await room.getByRole("button", { name: /^Give back .* at the next start$/ }).click();
  await expect(room).toContainText("are given back at the next start.");
  await desk.close();
  desk = await open({ profile });
  expect(sizeOf(profile)).toBeLessThan(0.75 * before);
  expect(await desk.do("history.verify")).toMatchObject({ fault: null });
  expect((await desk.snapshot()).machine.faults).toEqual([]);
  room = await part(desk);
  await expect(room).toContainText("There is nothing worth giving back.");
});
