// Moving the ledger by hand: one move at a time, what is recorded meanwhile is not lost, and no alarm follows.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Failure } from "../../../src-shared/outcome.ts";
import { Checkpoints } from "../../store/ledger/checkpoints.ts";
import { openLedgerPlace } from "../../store/ledger/elsewhere.ts";
import { openLedger } from "../../store/ledger/ledger.ts";
import { openSecrets } from "../../store/encryption/secrets.ts";
import { LedgerRoom } from "./ledgerRoom.ts";

let folder: string;
let opened: ReturnType<typeof openLedger>;
let checkpoints: Checkpoints;
let room: LedgerRoom;
const faults: Failure[] = [];
const fault = (failure: Failure): void => void faults.push(failure);

const keyStore = {
  encrypt: (text: string) => Buffer.from(text, "utf8").reverse(),
  decrypt: (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString("utf8"),
};

/** As the app starts on the profile. */
function start(): void {
  const place = openLedgerPlace(folder);
  const secrets = openSecrets(path.join(folder, "secrets.json"), keyStore, fault);
  opened = openLedger(place.file);
  const { file } = opened;
  checkpoints = new Checkpoints({ file, secrets, nowMs: () => 5, fault, walk: () => undefined });
  room = new LedgerRoom({
    ...{ file, place, nowMs: () => 7 },
    chooseFolder: async () => inFolder("chosen"),
    sign: () => void checkpoints.sign(),
    moved: () => undefined,
  });
  checkpoints.sign();
}

const inFolder = (name: string): string => path.join(folder, name);
const append = (n: number) =>
  opened.ledger.append({ sampleId: `s${n}`, atMs: n, kind: "received", body: { asked: `${n}` } });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-ledger-room-"));
  for (const name of ["one", "other", "chosen"]) mkdirSync(inFolder(name));
  faults.length = 0;
  start();
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
});

it("makes one move at a time", async () => {
  append(1);
  const first = room.goOnIn(inFolder("one"));
  const busy = { ok: false, failure: { kind: "busy" } };
  expect(await room.goOnIn(inFolder("other"))).toEqual(busy);
  expect(await room.saveElsewhere(null)).toEqual(busy);
  expect(await first).toMatchObject({ ok: true, value: { whole: true, kept: true } });
  expect(opened.file.file).toBe(path.join(inFolder("one"), "ledger.db"));
  append(2);
  expect(await room.saveElsewhere(null)).toMatchObject({ ok: true, value: { whole: true } });
  expect(opened.ledger.rowsOf("s2")).toMatchObject({ ok: true, value: [{ kind: "received" }] });
});

it("gives up a move when the app ends, and begins none after", async () => {
  append(1);
  const before = opened.file.file;
  const going = room.goOnIn(inFolder("one"));
  await room.close();
  expect(opened.file.file).toBe(before);
  expect(append(2).ok).toBe(true);
  expect((await going).ok).toBe(false);
  expect(await room.goOnIn(inFolder("other"))).toMatchObject({ failure: { kind: "busy" } });
  expect(openLedgerPlace(folder).file).toBe(before);
});

it("signs a new ledger at once: the next start, after whatever end, misses no rows", async () => {
  append(1);
  checkpoints.sign();
  opened.close();
  // The file as well: libsql lets go of one that was closed only when its statements are collected, and SQLite would
  // then write into it what stood beside it.
  for (const end of ["", "-wal", "-shm"]) rmSync(`${opened.file.file}${end}`, { force: true });
  writeFileSync(opened.file.file, "no ledger at all ".repeat(1000));
  const gone = await room.goOnIn(inFolder("one"));
  expect(gone).toMatchObject({ ok: true, value: { whole: false, kept: true } });
  opened.close();
  start();
  expect(opened.file.file).toBe(path.join(inFolder("one"), "ledger.db"));
  expect(faults).toEqual([]);
});
