// Older files over real ledgers: named with what they hold, cleared after a row that says so, and nothing else is touched.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { OldFile } from "../../src-shared/ledger/keeping.ts";
import { ok } from "../../src-shared/outcome.ts";
import type { FileJobs } from "../services/historyFilePorts.ts";
import type { OldFileStore } from "../services/keepingPorts.ts";
import { OldFilesService } from "../services/oldFiles.ts";
import { goOnElsewhere, openLedgerPlace } from "../store/elsewhere.ts";
import { openLedger } from "../store/ledger.ts";
import { openOldFiles } from "../store/retention/oldFiles.ts";
import { oldJob } from "../store/retention/oldJob.ts";
import { VERSION_1, VERSION_2 } from "../store/schema.ts";
import { rowsOf } from "../store/sql.ts";

let profile: string;
let place: ReturnType<typeof openLedgerPlace>;
let store: ReturnType<typeof openLedger>;
let oldFiles: OldFileStore;
let service: OldFilesService;

const file = (...names: string[]): string => path.join(profile, ...names);
const names = (files: readonly OldFile[]): string[] => files.map((one) => path.basename(one.file));

function open(): void {
  place = openLedgerPlace(profile);
  store = openLedger(place.file);
  store.ledger.openSamples();
  oldFiles = openOldFiles(
    () => ({ profile, ledger: store.file.file, left: place.left }),
    (left) => place.drop(left),
  );
  service = new OldFilesService({
    // The job itself, without its thread.
    jobs: {
      run(job: Parameters<typeof oldJob>[0]) {
        const steps = oldJob(job);
        for (;;) {
          const step = steps.next();
          if (step.done === true) return Promise.resolve(step.value);
        }
      },
    } as unknown as FileJobs,
    store: oldFiles,
    key: () => null,
    note: (kind, facts) => store.note(kind, { by: { kind: "person" }, ...facts }, 9),
  });
}

beforeEach(() => {
  profile = mkdtempSync(path.join(os.tmpdir(), "countersign-old-"));
});
afterEach(() => {
  store.close();
  rmSync(profile, { recursive: true, force: true });
});

const append = (n: number): void => {
  const body = { asked: `text ${n}` };
  expect(store.ledger.append({ sampleId: `s${n}`, atMs: n, kind: "received", body }).ok).toBe(true);
};
async function move(name: string): Promise<void> {
  mkdirSync(file(name), { recursive: true });
  const signal = new AbortController().signal;
  const gone = await goOnElsewhere(store.file, file(name), { place, nowMs: 7, signal });
  expect(gone).toMatchObject({ ok: true, value: { copied: true } });
}
async function look(): Promise<OldFile[]> {
  const looked = await service.look();
  if (!looked.ok) throw new Error(looked.failure.kind);
  return looked.value;
}
const facts = (kind: string): unknown[] => {
  const reader = new Libsql(store.file.file, { readonly: true });
  const rows = rowsOf(reader, "SELECT facts FROM event WHERE kind = ?", kind);
  reader.close();
  return rows.map(([text]) => JSON.parse(String(text)) as unknown);
};

it("names every ledger that was left behind, also after another start, and clears them with a row", async () => {
  open();
  append(1);
  append(2);
  await move("one");
  append(3);
  await move("two");
  store.close();
  open();
  const files = await look();
  expect(files.map((one) => one.file).toSorted()).toEqual(
    [file("ledger.db"), file("one", "ledger.db")].toSorted(),
  );
  for (const { kind, holds } of files) {
    expect(kind).toBe("left");
    expect(holds).toMatchObject({ kind: "rows", missing: 0, untilMs: expect.any(Number) });
  }
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  const done = await service.clear(files.map(({ id }) => id));
  expect(done).toEqual(ok({ files: 2, bytes }));
  expect(existsSync(file("ledger.db"))).toBe(false);
  expect(readdirSync(file("one"))).toEqual([]);
  expect(existsSync(store.file.file)).toBe(true);
  expect(facts("old-files-cleared")).toMatchObject([
    { by: { kind: "person" }, files: [{ kind: "left" }, { name: "ledger.db" }] },
  ]);
  append(4);
  expect(await look()).toEqual([]);
});

it("says how many rows of it are nowhere else", async () => {
  open();
  append(1);
  await move("one");
  append(2);
  // The one that was left goes on by itself, as where somebody opened it.
  const left = openLedger(file("ledger.db"));
  for (const n of [5, 6]) {
    left.ledger.append({ sampleId: `t${n}`, atMs: n, kind: "received", body: { asked: "x" } });
  }
  left.close();
  const [one] = await look();
  expect(one?.holds).toMatchObject({ rows: 4, requests: 3, missing: 2 });
});

it("names a copy from before an update, whose rows the record took over", async () => {
  const old = new Libsql(file("ledger.db"));
  old.exec(`${VERSION_1}${VERSION_2}`);
  old
    .prepare("INSERT INTO event (sample, at_ms, kind, body) VALUES ('s', 5, 'received', ?)")
    .run(JSON.stringify({ asked: "zauberformel" }));
  old.exec("PRAGMA user_version = 2");
  old.close();
  open();
  const [one, ...others] = await look();
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    ...{ kind: "backup", file: file("ledger.db.backup-v2") },
    holds: { kind: "rows", rows: 1, requests: 1, fromMs: 5, untilMs: 5, missing: 0 },
  });
  expect((await service.clear([one?.id ?? ""])).ok).toBe(true);
  expect(existsSync(file("ledger.db.backup-v2"))).toBe(false);
});

it("names what cannot be read, and drafts that were put aside", async () => {
  open();
  writeFileSync(file("ledger.db.backup-v1"), "no database at all");
  writeFileSync(file("drafts.db.broken-2026-11-01T10-00-00.000Z"), "typed");
  const files = await look();
  expect(files.map(({ kind, holds }) => [kind, holds.kind])).toEqual([
    ["backup", "unreadable"],
    ["drafts", "drafts"],
  ]);
});

it("touches nothing else: not the record, no link, nothing that is merely named", async () => {
  open();
  append(1);
  const precious = file("precious.txt");
  writeFileSync(precious, "mine");
  symlinkSync(precious, file("ledger.db.backup-v7"));
  writeFileSync(file("ledger.db.backup-v7x"), "no copy of ours");
  mkdirSync(file("ledger.db.backup-v8"));
  expect(names(await look())).toEqual([]);
  const ids = [store.file.file, precious, file("ledger.db.backup-v7"), file("settings.json")];
  expect(await service.clear(ids)).toEqual(ok({ files: 0, bytes: 0 }));
  expect(existsSync(precious)).toBe(true);
  expect(existsSync(store.file.file)).toBe(true);
  expect(facts("old-files-cleared")).toEqual([]);
  append(2);
});

it("clears nothing where that cannot be recorded", async () => {
  open();
  append(1);
  writeFileSync(file("ledger.db.backup-v1"), "old");
  const locked = new Libsql(store.file.file);
  locked.exec("BEGIN IMMEDIATE");
  const [one] = await look();
  expect(await service.clear([one?.id ?? ""])).toMatchObject({
    failure: { kind: "not-recorded", reason: "locked" },
  });
  expect(existsSync(file("ledger.db.backup-v1"))).toBe(true);
  locked.exec("ROLLBACK");
  locked.close();
});

/** As it is found: by its name alone. */
const named = (kind: OldFile["kind"], of: string) => ({
  ...{ id: of, kind, file: of, bytes: 1, changedMs: 1 },
});

it("never takes the record in use, whichever way leads to it", async () => {
  open();
  append(1);
  await move("real");
  symlinkSync(file("real"), file("link"));
  // The place by one spelling, what was left by the other: it was moved away and back.
  place.keep(file("link", "ledger.db"));
  expect(place.left).toContain(file("real", "ledger.db"));
  store.close();
  open();
  append(2);
  expect((await look()).map((one) => one.file)).toEqual([file("ledger.db")]);
  const real = file("real", "ledger.db");
  expect(await service.clear([real])).toEqual(ok({ files: 0, bytes: 0 }));
  // Found before, and the record only since.
  expect(await oldFiles.remove(named("left", real))).toMatchObject({
    failure: { kind: "old-file-stays", file: "ledger.db" },
  });
  expect(readdirSync(file("real")).toSorted()).toContain("ledger.db-wal");
  append(3);
  expect(facts("received")).toHaveLength(3);
});

it("names no earlier ledger while the record itself cannot be seen", async () => {
  open();
  append(1);
  await move("away");
  store.close();
  renameSync(file("away"), file("not there"));
  expect(await look()).toEqual([]);
  expect((await oldFiles.remove(named("left", file("ledger.db")))).ok).toBe(false);
  expect(existsSync(file("ledger.db"))).toBe(true);
});

it("names a file once that two ways lead to", async () => {
  open();
  append(1);
  await move("one");
  await move("two");
  symlinkSync(file("one"), file("also"));
  place.keep(file("also", "ledger.db"));
  place.keep(store.file.file);
  expect(place.left).toHaveLength(3);
  expect(names(await look())).toHaveLength(2);
});

it("forgets where a ledger was once nothing of it is there any more", async () => {
  open();
  append(1);
  await move("one");
  await move("two");
  writeFileSync(file("one", "ledger.db.backup-v2"), "a copy of it");
  const [left, backup] = [file("one", "ledger.db"), file("one", "ledger.db.backup-v2")];
  expect((await service.clear([left])).ok).toBe(true);
  expect((await look()).map((one) => one.file)).toContain(backup);
  expect((await service.clear([backup])).ok).toBe(true);
  expect(place.left).toEqual([file("ledger.db")]);
  expect(openLedgerPlace(profile)).toMatchObject({
    ...{ file: store.file.file, left: [file("ledger.db")] },
  });
  // What is put there later is not ours.
  writeFileSync(left, "somebody's");
  expect((await look()).map((one) => one.file)).toEqual([file("ledger.db")]);
});

it("leaves what is another profile’s: copies of its ledger, and its ledger where ours was", async () => {
  open();
  append(1);
  await move("one");
  await move("two");
  writeFileSync(file("two", "ledger-2.db.backup-v2"), "a copy of another one");
  rmSync(file("one", "ledger.db"));
  const other = openLedger(file("one", "ledger.db"));
  other.ledger.append({ sampleId: "x", atMs: 5, kind: "received", body: { asked: "theirs" } });
  other.close();
  const files = await look();
  expect(files.map((one) => [one.file, one.holds.kind]).toSorted()).toEqual([
    [file("ledger.db"), "rows"],
    [file("one", "ledger.db"), "other"],
  ]);
  const done = await service.clear(files.map(({ id }) => id));
  expect(done).toMatchObject({ value: { files: 1 } });
  expect(existsSync(file("one", "ledger.db"))).toBe(true);
  expect(existsSync(file("two", "ledger-2.db.backup-v2"))).toBe(true);
});

it("knows as its own the ledger that it goes on from, which could not be copied", async () => {
  open();
  append(1);
  // The room for a copy is not there: it begins anew, and names what it comes after.
  mkdirSync(file("one"));
  const signal = new AbortController().signal;
  const never = { ...place, keep: () => false };
  const gone = await goOnElsewhere(store.file, file("one"), { place: never, nowMs: 7, signal });
  expect(gone).toMatchObject({ ok: true, value: { copied: false } });
  expect(await look()).toMatchObject([
    { file: file("ledger.db"), holds: { kind: "rows", missing: 2 } },
  ]);
});

it("takes the file itself last: what lies beside it is found by it alone", async () => {
  open();
  writeFileSync(file("ledger.db.backup-v2"), "old");
  mkdirSync(file("ledger.db.backup-v2-wal"));
  const id = file("ledger.db.backup-v2");
  expect(await service.clear([id])).toMatchObject({ failure: { kind: "old-file-stays" } });
  expect(names(await look())).toEqual(["ledger.db.backup-v2"]);
  rmdirSync(file("ledger.db.backup-v2-wal"));
  expect((await service.clear([id])).ok).toBe(true);
  expect(existsSync(id)).toBe(false);
});
