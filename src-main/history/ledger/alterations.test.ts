// What somebody with the profile's files but not the keychain can do to the ledger: each alteration is found at the
// next start or by verification, or named as a limit (docs/security.md). Real files, and an independent script beside
// the app.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterAll, expect, it } from "vitest";
import { chained } from "#shared/ledger/row.ts";
import type { Verification } from "#shared/ledger/verification.ts";
import { verifyWhole } from "#shared/ledger/verify.ts";
import type { Failure } from "#shared/outcome.ts";
import { Checkpoints } from "./checkpoints.ts";
import { openCipher } from "../../profile/encryption/cipher.ts";
import { openLedger } from "./ledger.ts";
import { Secrets } from "../../profile/encryption/secrets.ts";
import type { Database } from "../../store/sql.ts";
import { cryptography, sha256 } from "../verify/cryptography.ts";
import { openLedgerFile } from "../verify/ledgerFile.ts";
import { Signer } from "../verify/testing.ts";
import { verifyRows } from "../verify/verifyJob.ts";

const script = path.resolve(import.meta.dirname, "../../../e2e/verify/verify.py");
const root = mkdtempSync(path.join(tmpdir(), "countersign-alterations-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** In place of the system's keychain: nobody else can read or make what it encrypts. */
const keyStore = {
  encrypt: async (text: string) => Buffer.from(text, "utf8").reverse(),
  decrypt: async (bytes: Uint8Array) => ({
    text: Buffer.from(bytes).reverse().toString("utf8"),
    isStale: false,
  }),
};

/** One run of the app on the profile. */
async function run(profile: string) {
  const file = path.join(profile, "ledger.db");
  const secretsFile = path.join(profile, "secrets.json");
  const faults: Failure[] = [];
  const fault = (failure: Failure): void => void faults.push(failure);
  const secrets = new Secrets(secretsFile, await openCipher(secretsFile, keyStore, fault), fault);
  const open = openLedger(file, { onAppended: () => checkpoints.appended() });
  const checkpoints: Checkpoints = new Checkpoints({
    file: open.file,
    secrets,
    nowMs: () => 5,
    fault,
    walk(after, until) {
      queueMicrotask(() => checkpoints.walked(verifyRows({ file, key: null, after, until })));
    },
  });
  checkpoints.sign();
  await new Promise((resolve) => setImmediate(resolve));
  return {
    faults,
    known: () => checkpoints.known(),
    sign: () => checkpoints.sign(),
    asks(n: number): void {
      const body = { asked: `text ${n}`, server: "a" };
      const entry = { sampleId: `s${n}`, atMs: n, kind: "received", body };
      expect(open.ledger.append(entry).ok).toBe(true);
    },
    close(): void {
      checkpoints.close();
      open.close();
    },
  };
}

/** The files in somebody else's hands. */
class Hands {
  readonly profile: string;
  constructor(profile: string) {
    this.profile = profile;
  }

  in(name: string): string {
    return path.join(this.profile, name);
  }

  on(work: (database: Database) => void): void {
    const database = new Libsql(this.in("ledger.db"));
    work(database);
    database.pragma("wal_checkpoint(TRUNCATE)");
    database.close();
  }

  sql(sql: string): void {
    this.on((database) => database.exec(sql));
  }

  /** Changes row 3, and hashes all that follows again. */
  rewrite(): void {
    this.on((database) => {
      database.exec(`UPDATE event_row SET facts = '{"forged":true}' WHERE seq = 3`);
      const rows = database.prepare("SELECT * FROM event ORDER BY seq").all() as Row[];
      let prev = "0".repeat(64);
      for (const { at_ms: atMs, ...row } of rows) {
        const next = chained({ ...row, atMs }, prev, sha256);
        database
          .prepare("UPDATE event_row SET hash = ? WHERE seq = ?")
          .run(Buffer.from(next.hash, "hex"), row.seq);
        prev = next.hash;
      }
    });
  }

  /** Adds a row that continues the last one, by the format. */
  append(prev?: string): void {
    this.on((database) => {
      const last = database.prepare("SELECT * FROM event ORDER BY seq DESC").get() as Row;
      const said = { sample: "s", kind: "rejected", facts: "{}", content: null, media: "" };
      const row = chained({ ...said, seq: last.seq + 1, atMs: 9 }, prev ?? last.hash, sha256);
      database
        .prepare(
          "INSERT INTO event_row SELECT ?1, ?1, 's', 9, 'rejected', NULL, NULL, ?2, ?3, '{}'",
        )
        .run(row.seq, prev ?? null, Buffer.from(row.hash, "hex"));
    });
  }

  /** Signs the last row with their own key. */
  signOwn(): void {
    this.on((database) => {
      const last = database.prepare("SELECT * FROM event ORDER BY seq DESC").get() as Row;
      const begun = database.prepare("SELECT facts FROM event WHERE seq = 1").get() as Row;
      const { ledger } = JSON.parse(begun.facts) as { ledger: string };
      const made = new Signer().checkpoint({ ...last, atMs: last.at_ms }, 0, ledger);
      database.exec("DELETE FROM checkpoint");
      database
        .prepare("INSERT INTO checkpoint VALUES (?, ?, ?, ?, ?, ?)")
        .run(made.seq, made.hash, made.atMs, made.previous, made.key, made.signature);
    });
  }

  secret(change: (entries: Record<string, string>) => void): void {
    const entries = JSON.parse(readFileSync(this.in("secrets.json"), "utf8")) as {
      [name: string]: string;
    };
    expect(Object.keys(entries)).toContain(SIGNING);
    change(entries);
    writeFileSync(this.in("secrets.json"), JSON.stringify(entries));
  }

  /** Restores these files as they were after row 3. */
  older(...names: string[]): void {
    for (const name of names) {
      for (const end of ["", "-wal", "-shm"]) rmSync(this.in(`${name}${end}`), { force: true });
      copyFileSync(this.in(`older-${name}`), this.in(name));
    }
  }
}
interface Row {
  seq: number;
  at_ms: number;
  sample: string;
  kind: string;
  facts: string;
  content: string | null;
  media: string;
  prev: string;
  hash: string;
}
const SIGNING = "ledger.signing";

/** What the next start reports and what verification then finds; `limit`: nothing shows. */
interface Case {
  what: string;
  alter(hands: Hands): void;
  fault?: Failure["kind"];
  found?: string;
  unvouched?: [number, number][];
  /** The key of the first run signs nothing more. */
  newKey?: boolean;
  /** The script cannot see it: it has no Ed25519. */
  notByScript?: boolean;
}
const lost = { fault: "ledger-lost-rows", newKey: true } as const;
const noKey = { fault: "ledger-unvouched", newKey: true } as const;
const all: [number, number][] = [[1, 6]];

const CASES: Case[] = [
  { what: "nothing", alter: () => undefined },
  {
    what: "a row changed",
    alter: (hands) => hands.sql(`UPDATE event_row SET facts = '{"x":1}' WHERE seq = 3`),
    found: "row-changed",
  },
  {
    what: "a text changed behind a view that says what it was",
    alter: (hands) =>
      hands.sql(`
        CREATE TABLE was AS SELECT * FROM content;
        DROP VIEW content;
        CREATE VIEW content AS SELECT * FROM was;
        UPDATE content_row SET list = NULL, body = '"forged"' WHERE id = 1`),
    found: "schema-changed",
    notByScript: true,
  },
  {
    what: "a row changed behind a view that says what it was",
    alter: (hands) =>
      hands.sql(`
        CREATE TABLE was AS SELECT * FROM event;
        DROP VIEW event;
        CREATE VIEW event AS SELECT * FROM was;
        UPDATE event_row SET facts = '{"x":1}' WHERE seq = 3`),
    found: "schema-changed",
    notByScript: true,
  },
  {
    what: "a request whose first row is among the rows of the ledger itself",
    alter: (hands) => hands.sql("UPDATE event_row SET request = 1 WHERE seq = 3"),
    found: "row-malformed",
  },
  {
    what: "a row removed",
    alter: (hands) => hands.sql("DELETE FROM event_row WHERE seq = 3"),
    found: "row-missing",
  },
  {
    what: "the end cut off, with its checkpoints",
    alter: (hands) =>
      hands.sql("DELETE FROM event_row WHERE seq > 4; DELETE FROM checkpoint WHERE seq > 4"),
    ...lost,
    unvouched: [[1, 4]],
  },
  {
    what: "rows rewritten and hashed again, checkpoints emptied",
    alter(hands) {
      hands.rewrite();
      hands.sql("DELETE FROM checkpoint");
    },
    ...lost,
    unvouched: all,
  },
  {
    what: "the same, and the secret of the signing key removed",
    alter(hands) {
      hands.rewrite();
      hands.sql("DELETE FROM checkpoint");
      hands.secret((entries) => delete entries[SIGNING]);
    },
    ...noKey,
    unvouched: all,
  },
  {
    what: "the same, and all secrets removed",
    alter(hands) {
      hands.rewrite();
      hands.sql("DELETE FROM checkpoint");
      rmSync(hands.in("secrets.json"));
    },
    ...noKey,
    unvouched: all,
  },
  {
    what: "the same, and another secret in place of the signing key",
    alter(hands) {
      hands.rewrite();
      hands.sql("DELETE FROM checkpoint");
      hands.secret((entries) => (entries[SIGNING] = entries["chosen"] ?? ""));
    },
    ...noKey,
    unvouched: all,
  },
  {
    what: "the same, and the secret of the signing key altered",
    alter(hands) {
      hands.rewrite();
      hands.sql("DELETE FROM checkpoint");
      hands.secret((entries) => {
        const bytes = Buffer.from(entries[SIGNING] ?? "", "base64");
        bytes[40] = (bytes[40] ?? 0) ^ 1;
        entries[SIGNING] = bytes.toString("base64");
      });
    },
    ...noKey,
    unvouched: all,
  },
  {
    what: "rows rewritten, hashed again and signed by another key",
    alter(hands) {
      hands.rewrite();
      hands.signOwn();
    },
    ...lost,
    unvouched: all,
  },
  {
    what: "rows added at the end",
    alter: (hands) => hands.append(),
    fault: "ledger-unvouched",
    unvouched: [[7, 7]],
  },
  {
    what: "a row added at the end that does not follow",
    alter: (hands) => hands.append("f".repeat(64)),
    fault: "ledger-not-signed",
    found: "row-unlinked",
    unvouched: [],
  },
  {
    what: "an older ledger put back",
    alter: (hands) => hands.older("ledger.db"),
    ...lost,
    unvouched: [[1, 3]],
  },
  {
    what: "older secrets put back, later rows rewritten, their checkpoints removed",
    alter(hands) {
      hands.older("secrets.json");
      hands.sql("DELETE FROM event_row WHERE seq > 3; DELETE FROM checkpoint WHERE seq > 3");
      hands.append();
    },
    fault: "ledger-unvouched",
    unvouched: [[4, 4]],
  },
  {
    what: "a limit: older secrets put back with the older ledger",
    alter: (hands) => hands.older("ledger.db", "secrets.json"),
  },
  {
    what: "a checkpoint removed",
    alter: (hands) => hands.sql("DELETE FROM checkpoint WHERE seq = 3"),
    found: "checkpoint-missing",
  },
  {
    what: "a signature changed",
    alter: (hands) =>
      hands.sql(`UPDATE checkpoint SET signature = '${"0".repeat(128)}' WHERE seq = 3`),
    found: "checkpoint-forged",
    notByScript: true,
  },
  {
    what: "of no effect: checkpoints replaced by one of another key, of rows as they were written",
    alter: (hands) => hands.signOwn(),
  },
  {
    what: "a text changed",
    alter: (hands) => hands.sql("UPDATE content_row SET body = 'x' WHERE id = 1"),
    found: "content-changed",
  },
  {
    what: "a text removed",
    alter: (hands) => hands.sql("PRAGMA foreign_keys = OFF; DELETE FROM content_row WHERE id = 1"),
    // The row names it by its number.
    found: "row-changed",
  },
  {
    what: "a text marked as deleted",
    alter: (hands) =>
      hands.sql(
        "UPDATE content_row SET list = NULL, body = NULL, salt = NULL, sha256 = NULL, forgotten_ms = 5 WHERE id = 1",
      ),
    found: "content-forgotten-unrecorded",
  },
];

/** What verification alone shows is tried on smaller files, too (files.test.ts). */
const isQuick = ({ fault, found }: Case): boolean => fault !== undefined || found === undefined;
it.each(CASES.filter(isQuick))("$what", isShown);
it.each(CASES.filter((one) => !isQuick(one)))("$what", { tags: ["long"] }, isShown);

async function isShown(one: Case): Promise<void> {
  const { alter, fault, found, unvouched = [], newKey, notByScript } = one;
  const profile = mkdtempSync(path.join(root, "profile-"));
  const hands = new Hands(profile);
  const first = await run(profile);
  first.asks(1);
  first.asks(2);
  first.sign();
  for (const name of ["ledger.db", "secrets.json"]) {
    if (name === "ledger.db") hands.sql("PRAGMA wal_checkpoint(TRUNCATE)");
    copyFileSync(path.join(profile, name), path.join(profile, `older-${name}`));
  }
  for (const n of [3, 4, 5]) first.asks(n);
  first.close();
  const { key } = first.known();
  expect(first.faults).toEqual([]);

  alter(hands);
  const next = await run(profile);
  expect(next.faults.map(({ kind }) => kind)).toEqual(
    fault === "ledger-not-signed" ? ["ledger-unvouched", fault] : fault ? [fault] : [],
  );
  next.asks(6);
  next.sign();
  const known = next.known();
  const verified = verify(hands.in("ledger.db"), known);
  next.close();
  expect(verified.fault?.kind ?? null).toBe(found ?? null);
  if (found !== "row-unlinked") {
    expect(verified.unvouched).toEqual(unvouched.map(([from, to]) => ({ first: from, last: to })));
  }
  expect(known.key === key).toBe(newKey !== true);
  if (notByScript === true) return;
  const said = byScript(hands.in("ledger.db"), known);
  expect(said.startsWith("Verified")).toBe(found === undefined);
  for (const [from, to] of unvouched) expect(said).toContain(`who wrote rows ${from} to ${to}`);
}

it.each([0, 7])("believes no view of a file that says it is of version %i", async (version) => {
  const hands = new Hands(mkdtempSync(path.join(root, "profile-")));
  const { asks, close, known } = await run(hands.profile);
  asks(1);
  close();
  hands.sql(`
    CREATE TABLE was AS SELECT * FROM event;
    DROP VIEW event;
    CREATE VIEW event AS SELECT * FROM was;
    PRAGMA user_version = ${version}`);
  expect(verify(hands.in("ledger.db"), known()).fault?.kind).toBe("schema-changed");
});

it("shows rows that another program adds while the app runs", async () => {
  const profile = mkdtempSync(path.join(root, "profile-"));
  const hands = new Hands(profile);
  const running = await run(profile);
  running.asks(1);
  hands.append();
  running.asks(2);
  running.sign();
  expect(running.faults).toMatchObject([
    { kind: "ledger-unvouched", why: "other-program", first: 2, last: 4 },
  ]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(verify(hands.in("ledger.db"), running.known())).toMatchObject({
    fault: null,
    signedSeq: 5,
    unvouched: [{ first: 2, last: 4 }],
  });
  running.close();
});

function verify(file: string, known: ReturnType<Checkpoints["known"]>): Verification {
  const read = openLedgerFile(file, null);
  const result = verifyWhole(read, cryptography, known);
  read.close();
  return result;
}

function byScript(file: string, { key = "", head }: ReturnType<Checkpoints["known"]>): string {
  const args = [script, file, "--key", key, "--head", `${head?.seq}:${head?.hash}`];
  try {
    return String(execFileSync("python3", args));
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout);
  }
}
