// The ledger as the app writes it, signed by a key in the keychain: what a cut, a replaced and a copied file show.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterAll, expect, it } from "vitest";
import { verifyWhole } from "#shared/ledger/verify.ts";
import type { Verification } from "#shared/ledger/verification.ts";
import type { Failure } from "#shared/outcome.ts";
import { Checkpoints } from "./checkpoints.ts";
import { openLedger } from "./ledger.ts";
import type { OpenLedger } from "./ledger.ts";
import { Secrets } from "../../profile/encryption/secrets.ts";
import { cryptography } from "../verify/cryptography.ts";
import { openLedgerFile } from "../verify/ledgerFile.ts";
import { verifyRows } from "../verify/verifyJob.ts";

const root = mkdtempSync(path.join(tmpdir(), "countersign-checkpoints-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = (): string => mkdtempSync(path.join(root, "profile-"));

/** In place of the system's keychain. */
const keyStore = {
  encrypt: (text: string) => Buffer.from(text, "utf8").reverse(),
  decrypt: (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString("utf8"),
};

interface Running {
  file: string;
  open: OpenLedger;
  secrets: Secrets;
  checkpoints: Checkpoints;
  faults: Failure[];
  happens(times?: number): void;
  verified(): Verification;
}

function start(profile: string, cipher: typeof keyStore | null = keyStore): Running {
  const file = path.join(profile, "ledger.db");
  const faults: Failure[] = [];
  const fault = (failure: Failure): void => void faults.push(failure);
  const secrets = new Secrets(path.join(profile, "secrets.json"), cipher, fault);
  const open = openLedger(file, { onAppended: () => checkpoints.appended() });
  const checkpoints: Checkpoints = new Checkpoints({
    file: open.file,
    secrets,
    nowMs: Date.now,
    fault,
    walk(after, until) {
      queueMicrotask(() => checkpoints.walked(verifyRows({ file, key: null, after, until })));
    },
  });
  checkpoints.sign();
  return {
    file,
    open,
    secrets,
    checkpoints,
    faults,
    happens(times = 1) {
      for (let n = 0; n < times; n += 1) {
        expect(open.note("settings-changed", { n }, 1_800_000_000_000 + n).ok).toBe(true);
      }
    },
    verified() {
      const read = openLedgerFile(file, null);
      const result = verifyWhole(read, cryptography, checkpoints.known());
      read.close();
      return result;
    },
  };
}

function stop({ checkpoints, open }: Running): void {
  checkpoints.close();
  open.close();
}

const change = (file: string, sql: string): void => {
  const database = new Libsql(file);
  database.exec(sql);
  database.close();
};

it("signs at the start, at the end and on demand, with the same key each time", () => {
  const profile = folder();
  const first = start(profile);
  expect(first.verified()).toMatchObject({ rows: 1, checkpoints: 1, signedSeq: 1, fault: null });
  first.happens(3);
  expect(first.verified()).toMatchObject({ rows: 4, signedSeq: 1, fault: null });
  expect(first.checkpoints.sign()).toMatchObject({ ok: true, value: { seq: 4, previous: 1 } });
  expect(first.checkpoints.sign()).toMatchObject({ ok: true, value: { seq: 4, previous: 1 } });
  first.happens();
  stop(first);
  const second = start(profile);
  const { key, fault, signedSeq, checkpoints } = second.verified();
  expect({ fault, signedSeq, checkpoints }).toEqual({ fault: null, signedSeq: 5, checkpoints: 3 });
  expect(second.checkpoints.known()).toMatchObject({ key, head: { seq: 5 } });
  expect(second.faults).toEqual([]);
  stop(second);
});

it("signs by itself soon after many rows", async () => {
  const running = start(folder());
  running.happens(200);
  await expect.poll(() => running.verified().signedSeq, { timeout: 5000 }).toBe(201);
  stop(running);
});

it("reports a cut end, with its checkpoints, at the next start, and records it", () => {
  const profile = folder();
  const first = start(profile);
  first.happens(5);
  stop(first);
  change(first.file, "DELETE FROM event_row WHERE seq > 3; DELETE FROM checkpoint WHERE seq > 3");
  const second = start(profile);
  expect(second.faults).toEqual([{ kind: "ledger-lost-rows", seq: 6, found: 3 }]);
  // It continues from there: the row says what is missing, for good.
  expect(second.verified()).toMatchObject({ rows: 4, fault: null });
  stop(second);
  const third = start(profile);
  expect(third.faults).toEqual([]);
  const row = third.open.file.use((database): unknown =>
    database.prepare("SELECT kind, facts FROM event WHERE seq = 4").raw().get(),
  );
  const facts: unknown = expect.stringMatching(/"why":"rows-lost".*"last":3.*"seq":6/);
  expect(row).toEqual({ ok: true, value: ["unvouched", facts] });
  stop(third);
});

it("reports a cut while the app runs, when it is verified", () => {
  const running = start(folder());
  running.happens(5);
  running.checkpoints.sign();
  change(running.file, "DELETE FROM event_row WHERE seq > 3; DELETE FROM checkpoint WHERE seq > 3");
  expect(running.verified().fault).toEqual({ kind: "end-missing", seq: 6, found: 3 });
  running.open.close();
});

it("reports an older copy that was put back, and another ledger in its place", () => {
  const profile = folder();
  const first = start(profile);
  first.happens(2);
  stop(first);
  const copy = path.join(profile, "copy.db");
  change(first.file, "PRAGMA wal_checkpoint(TRUNCATE)");
  copyFileSync(first.file, copy);
  const second = start(profile);
  second.happens(2);
  stop(second);
  const replace = (by: string | null): void => {
    for (const ending of ["", "-wal", "-shm"]) rmSync(`${first.file}${ending}`, { force: true });
    if (by !== null) copyFileSync(by, first.file);
  };
  replace(copy);
  const third = start(profile);
  expect(third.faults).toEqual([{ kind: "ledger-lost-rows", seq: 5, found: 3 }]);
  stop(third);
  replace(null);
  const fourth = start(profile);
  expect(fourth.faults).toEqual([{ kind: "ledger-lost-rows", seq: 4, found: 1 }]);
  stop(fourth);
});

it("signs nothing before the unsigned rows have been checked", async () => {
  const profile = folder();
  const first = start(profile);
  first.happens(2);
  // As if the app had been killed.
  first.open.close();
  const second = start(profile);
  expect(second.verified()).toMatchObject({ rows: 4, signedSeq: 1, fault: null });
  await expect.poll(() => second.verified().signedSeq).toBe(4);
  expect(second.verified()).toMatchObject({ unvouched: [{ first: 2, last: 3 }], fault: null });
  expect(second.faults).toEqual([{ kind: "ledger-unvouched", why: "unsigned", first: 2, last: 3 }]);
  stop(second);
});

it("signs nothing without a keychain, and still verifies", () => {
  const running = start(folder(), null);
  running.happens(3);
  expect(running.checkpoints.sign()).toEqual({ ok: true, value: null });
  expect(running.checkpoints.known()).toEqual({});
  expect(running.verified()).toMatchObject({ rows: 4, checkpoints: 0, key: null, fault: null });
  stop(running);
});
