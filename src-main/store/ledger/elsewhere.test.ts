// The ledger goes on in another folder: whole where it can be read, else as a new one that names the old one's end.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clearHalfCopied, freeName, goOnElsewhere, openLedgerPlace } from "./elsewhere.ts";
import type { GoingOn, LedgerPlace } from "./elsewhere.ts";
import { openLedger } from "./ledger.ts";
import { rowsOf } from "../sql.ts";

let folder: string;
let file: string;
let other: string;
let opened: ReturnType<typeof openLedger>;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-elsewhere-"));
  file = path.join(folder, "ledger.db");
  other = path.join(folder, "other");
  mkdirSync(other);
  opened = openLedger(file);
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
});

const append = (n: number) =>
  opened.ledger.append({ sampleId: `s${n}`, atMs: n, kind: "received", body: { asked: `${n}` } });
const read = (from: string, select: string): unknown[][] => {
  const reader = new Libsql(from, { readonly: true });
  const rows = rowsOf(reader, select);
  reader.close();
  return rows;
};
const go = (to = other, differing: Partial<GoingOn> = {}) =>
  goOnElsewhere(opened.file, to, {
    ...{ place: openLedgerPlace(folder), nowMs: 7, signal: new AbortController().signal },
    ...differing,
  });
const CHAIN = "SELECT seq, kind, prev, hash FROM event ORDER BY seq";

it("takes everything along, and the chain goes on", async () => {
  append(1);
  append(2);
  const before = read(file, CHAIN);
  const target = freeName(other);
  expect(await go()).toEqual({ ok: true, value: { file: target, copied: true, kept: true } });
  expect(readdirSync(other).filter((name) => name.includes("part"))).toEqual([]);
  expect(openLedgerPlace(folder).file).toBe(target);
  expect(append(3).ok).toBe(true);
  const after = read(target, CHAIN);
  expect(after.slice(0, 3)).toEqual(before);
  expect(after.slice(3).map(([, kind]) => kind)).toEqual(["moved", "received"]);
  expect(after[3]?.[2]).toBe(before[2]?.[3]);
  expect(read(file, CHAIN)).toEqual(before);
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

it("takes everything along though what was closed is let go of amid copying", async () => {
  for (let n = 0; n < 8; n += 1) {
    opened.ledger.append({
      ...{ sampleId: `s${n}`, atMs: n, kind: "received" },
      body: { asked: `${n}`.repeat(4_000_000) },
    });
  }
  const lingering = new Libsql(file);
  lingering.pragma("wal_checkpoint(TRUNCATE)");
  append(9);
  const target = freeName(other);
  const gone = go();
  // As SQLite does at the end of the last connection: what stands beside the file is moved into it.
  const size = (): number => statSync(`${target}.part`, { throwIfNoEntry: false })?.size ?? 0;
  while (size() < 1_000_000) await new Promise((resolve) => setImmediate(resolve));
  lingering.pragma("wal_checkpoint(TRUNCATE)");
  lingering.close();
  rmSync(`${file}-wal`, { force: true });
  expect(await gone).toEqual({ ok: true, value: { file: target, copied: true, kept: true } });
  expect(read(target, "SELECT count(*) FROM event")).toEqual([[11]]);
});

it("begins a new one that names the last known row where the old one cannot be read", async () => {
  append(1);
  append(2);
  const [[uuid]] = read(file, "SELECT facts FROM event WHERE seq = 1") as [[string]];
  const last = read(file, CHAIN).at(-1);
  opened.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  writeFileSync(file, "no ledger at all ".repeat(1000));
  expect(append(3)).toMatchObject({ ok: false, failure: { reason: "damaged" } });
  const target = freeName(other);
  expect(await go()).toEqual({ ok: true, value: { file: target, copied: false, kept: true } });
  expect(openLedgerPlace(folder).file).toBe(target);
  expect(append(3).ok).toBe(true);
  expect(read(target, "SELECT kind FROM event ORDER BY seq")).toEqual([
    ["ledger-begun"],
    ["received"],
  ]);
  const [[facts]] = read(target, "SELECT facts FROM event WHERE seq = 1") as [[string]];
  expect(JSON.parse(facts)).toMatchObject({
    after: { ledger: (JSON.parse(uuid) as { ledger: string }).ledger, seq: 3, hash: last?.[3] },
  });
});

it("never goes on with a copy that lacks the last row that was known", async () => {
  append(1);
  // The first row into the file itself, which is then whole without what stands beside it.
  const mover = new Libsql(file);
  mover.pragma("wal_checkpoint(TRUNCATE)");
  mover.close();
  opened.close();
  const shorter = readFileSync(file);
  append(2);
  opened.close();
  // Under a new inode: a closed connection holds the old one until it is collected.
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  writeFileSync(file, shorter);
  expect(read(file, "SELECT count(*) FROM event")).toEqual([[2]]);
  expect(await go()).toMatchObject({ ok: true, value: { copied: false } });
});

it("leaves all as it was where the other folder cannot be written either", async () => {
  append(1);
  expect(await go(path.join(other, "nowhere"))).toMatchObject({
    ok: false,
    failure: { kind: "not-recorded", reason: "gone" },
  });
  expect(opened.file.file).toBe(file);
  expect(openLedgerPlace(folder).file).toBe(file);
  expect(append(2).ok).toBe(true);
});

it("lets the note name the old file until the new one is whole", async () => {
  append(1);
  const last = read(file, CHAIN).at(-1);
  const noted: string[] = [];
  const real = openLedgerPlace(folder);
  const place: LedgerPlace = {
    file,
    ...{ left: [], halfCopied: null },
    keep(chosen) {
      // What the next start would find if the app ended right after.
      noted.push(chosen);
      if (chosen !== file) expect(read(chosen, CHAIN).at(-1)).toEqual(last);
      return real.keep(chosen);
    },
  };
  const going = go(other, { place });
  expect(openLedgerPlace(folder).file).toBe(file);
  await going;
  expect(noted).toEqual([file, path.join(other, "ledger.db")]);
});

it("copies nothing where the next start would not know of it", async () => {
  append(1);
  const gone = await go(other, { place: { file, left: [], halfCopied: null, keep: () => false } });
  expect(gone).toMatchObject({ ok: true, value: { copied: false, kept: false } });
  // The room for the note ran out while it copied.
  append(2);
  const third = path.join(folder, "third");
  mkdirSync(third);
  const from = opened.file.file;
  const again = await go(third, {
    place: { file: from, left: [], halfCopied: null, keep: (chosen) => chosen === from },
  });
  expect(again).toMatchObject({ ok: true, value: { copied: false, kept: false } });
  expect(readdirSync(third).filter((name) => name.endsWith(".db"))).toEqual(["ledger-2.db"]);
});

it("stays where it was when it is given up", async () => {
  append(1);
  const ending = new AbortController();
  const going = go(other, { signal: ending.signal });
  ending.abort();
  expect(await going).toMatchObject({ ok: false, failure: { kind: "not-recorded" } });
  expect(opened.file.file).toBe(file);
  expect(openLedgerPlace(folder).file).toBe(file);
  expect(readdirSync(other)).toEqual([]);
  expect(append(2).ok).toBe(true);
});

it("is cleared of what was half copied when the app was killed, and says it once", async () => {
  append(1);
  const target = path.join(other, "ledger.db");
  // The note as it stands while it copies; then the app is killed.
  const noted: (string | undefined)[] = [];
  const place: LedgerPlace = {
    ...{ file, left: [], halfCopied: null },
    keep: (chosen, copying) => {
      noted.push(copying);
      return openLedgerPlace(folder).keep(chosen, copying);
    },
  };
  const ending = new AbortController();
  const going = go(other, { place, signal: ending.signal });
  expect(openLedgerPlace(folder)).toMatchObject({ file, halfCopied: target });
  ending.abort();
  await going;
  // Given up, not killed: nothing is left to say.
  expect(noted).toEqual([target, undefined]);
  expect(clearHalfCopied(openLedgerPlace(folder))).toBeNull();

  openLedgerPlace(folder).keep(file, target);
  for (const end of [".part", ".part-wal", "-wal"]) writeFileSync(`${target}${end}`, "half");
  const said = { kind: "move-interrupted", file: target };
  expect(clearHalfCopied(openLedgerPlace(folder))).toEqual(said);
  expect(readdirSync(other)).toEqual([]);
  expect(clearHalfCopied(openLedgerPlace(folder))).toBeNull();

  openLedgerPlace(folder).keep(file, target);
  writeFileSync(target, "whole, or somebody else's");
  writeFileSync(`${target}.part-wal`, "half");
  const left = { kind: "move-copy-left", file: target };
  expect(clearHalfCopied(openLedgerPlace(folder))).toEqual(left);
  expect(readdirSync(other)).toEqual(["ledger.db"]);
  expect(openLedgerPlace(folder)).toMatchObject({ file, halfCopied: null });
});

it("says nothing of what was half copied while its medium is not there, and clears it once it is", () => {
  const stick = path.join(folder, "stick");
  const away = path.join(folder, "away");
  const target = path.join(stick, "ledger.db");
  mkdirSync(stick);
  writeFileSync(`${target}.part`, "half");
  openLedgerPlace(folder).keep(file, target);
  renameSync(stick, away);
  expect(clearHalfCopied(openLedgerPlace(folder))).toBeNull();
  renameSync(away, stick);
  const said = { kind: "move-interrupted", file: target };
  expect(clearHalfCopied(openLedgerPlace(folder))).toEqual(said);
  expect(readdirSync(stick)).toEqual([]);
});

it("drops a place that was left, and nothing else that is noted", () => {
  const target = path.join(other, "ledger.db");
  const place = openLedgerPlace(folder);
  for (const to of ["/one/ledger.db", "/two/ledger.db"]) expect(place.keep(to)).toBe(true);
  place.keep("/two/ledger.db", target);
  place.drop("/one/ledger.db");
  place.drop("/nowhere/ledger.db");
  expect(place.left).toEqual([file]);
  expect(openLedgerPlace(folder)).toMatchObject({
    ...{ file: "/two/ledger.db", left: [file], halfCopied: target },
  });
});

it("never begins anew under the name of a copy that the note still names", async () => {
  append(1);
  const target = path.join(other, "ledger.db");
  // The note can be written once, then no more: the room ran out.
  let times = 0;
  const real = openLedgerPlace(folder);
  const keep = (chosen: string, copying?: string) =>
    times++ === 0 ? real.keep(chosen, copying) : false;
  const gone = await go(other, { place: { file, left: [], halfCopied: null, keep } });
  expect(gone).toMatchObject({ ok: true, value: { copied: false, kept: false } });
  expect(opened.file.file).not.toBe(target);
  expect(append(2).ok).toBe(true);
  clearHalfCopied(openLedgerPlace(folder));
  expect(existsSync(opened.file.file)).toBe(true);
});

it("writes over nothing that is there", () => {
  writeFileSync(path.join(other, "ledger.db"), "somebody's");
  writeFileSync(path.join(other, "ledger-2.db.part"), "somebody's");
  expect(freeName(other)).toBe(path.join(other, "ledger-3.db"));
});

it("remembers the place with the profile", () => {
  expect(openLedgerPlace(folder).file).toBe(file);
  expect(openLedgerPlace(folder).keep("/elsewhere/ledger.db")).toBe(true);
  expect(openLedgerPlace(folder).file).toBe("/elsewhere/ledger.db");
  const nowhere = openLedgerPlace(path.join(folder, "ledger.db"));
  expect(existsSync(path.join(folder, "ledger.db"))).toBe(false);
  append(1);
  expect(nowhere.keep("/elsewhere/ledger.db")).toBe(false);
});
