// The command as typed: its output and its exit code.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterAll, describe, expect, it } from "vitest";
import type { LedgerRow } from "#shared/ledger/row.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { readTeamLedger, TeamLedger } from "../team/ledgerReader.ts";
import { verifyCommand, verifyTeamCommand } from "./verifyCommand.ts";
import { encryption } from "../history/verify/ledgerFile.ts";
import { Signer, makeLedger, writeLedgerFile } from "../history/verify/testing.ts";

const folder = mkdtempSync(path.join(tmpdir(), "countersign-verify-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const signer = new Signer();
const made = makeLedger(
  [1, 2, 3].map((n) => ({
    sample: "a",
    kind: "received",
    body: `{"n":${n}}`,
    media: [],
    signed: n === 2,
    forgotten: false,
  })),
  signer,
);
const file = path.join(folder, "ledger.db");
writeLedgerFile(file, made);
const last = made.rows.at(-1);
const head = `${last?.seq}:${last?.hash}`;

function run(args: readonly string[], environment = {}): { code: number; said: string } {
  let said = "";
  const code = verifyCommand(args, environment, (text) => (said += text));
  return { code, said };
}

it("prints the result, the key and the last row, which is worth noting elsewhere", () => {
  const { code, said } = run([file]);
  expect(code).toBe(0);
  for (const part of [
    "rows         4",
    "3 kept",
    "row 3 is the last",
    signer.publicKey,
    head,
    "\nVerified.",
  ]) {
    expect(said).toContain(part);
  }
});

it("accepts a key and a head, also written with =", () => {
  expect(run([file, "--key", signer.publicKey, `--head=${head}`]).code).toBe(0);
  const other = new Signer().publicKey;
  expect(run([file, `--key=${other}`])).toMatchObject({
    code: 1,
    said: expect.stringContaining(`signed by another key: ${signer.publicKey}`),
  });
  expect(run([file, "--head", `9:${last?.hash}`])).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      "the end was cut off: row 9 is known, the last row here is row 4",
    ),
  });
});

it("exits with 1 and names the first invalid row", () => {
  const broken = path.join(folder, "broken.db");
  writeLedgerFile(broken, made);
  const database = new Libsql(broken);
  database.exec("UPDATE event SET kind = 'rejected' WHERE seq >= 3");
  database.close();
  expect(run([broken])).toMatchObject({
    code: 1,
    said: expect.stringContaining("NOT VERIFIED: row 3 was changed"),
  });
  expect(JSON.parse(run([broken, "--json"]).said)).toMatchObject({
    rows: 2,
    fault: { kind: "row-changed", seq: 3 },
  });
});

it("exits with 2 if there is nothing to verify, and says why", () => {
  const other = path.join(folder, "other.txt");
  writeFileSync(other, "hello");
  expect(run([other])).toMatchObject({
    code: 2,
    said: expect.stringContaining("neither a ledger"),
  });
  expect(run([path.join(folder, "none")])).toMatchObject({
    code: 2,
    said: expect.stringContaining("no such file"),
  });
  for (const wrong of [[], [file, file], [file, "--key", "abc"], [file, "--head", "4"]]) {
    expect(run(wrong)).toMatchObject({
      code: 2,
      said: expect.stringContaining("countersign verify FILE"),
    });
  }
});

it("says that a path is a folder, and names the ledger in it", () => {
  expect(run([folder])).toMatchObject({
    code: 2,
    said: expect.stringContaining(`It is a folder. The ledger in it: ${file}`),
  });
  const empty = path.join(folder, "empty");
  mkdirSync(empty);
  expect(run([empty])).toMatchObject({
    code: 2,
    said: expect.stringContaining("It is a folder without a ledger.db."),
  });
  expect(JSON.parse(run([empty, "--json"]).said)).toEqual({ kind: "folder", ledger: null });
});

it("says what an encrypted ledger needs, and verifies it with that", () => {
  const key = "ab".repeat(32);
  const encrypted = path.join(folder, "encrypted.db");
  writeLedgerFile(encrypted, made, encryption(key));
  expect(run([encrypted])).toMatchObject({
    code: 2,
    said: expect.stringContaining("COUNTERSIGN_LEDGER_KEY"),
  });
  expect(run([encrypted], { COUNTERSIGN_LEDGER_KEY: "wrong" })).toMatchObject({
    code: 2,
    said: expect.stringContaining("does not open it"),
  });
  expect(run([encrypted], { COUNTERSIGN_LEDGER_KEY: key }).code).toBe(0);
});

describe("a team's database", () => {
  const ledger = (rows: readonly LedgerRow[]): TeamLedger => ({
    async *rows() {
      yield* await Promise.resolve(rows);
    },
    async *contents() {
      yield* await Promise.resolve(made.contents);
    },
    close: () => Promise.resolve(),
  });

  async function verified(read: typeof readTeamLedger, args = ["postgres://aud@db/team"]) {
    let said = "";
    const code = await verifyTeamCommand(args, {}, (text) => (said += text), read);
    return { code, said };
  }

  it("is verified as a file is, row by row and content by content", async () => {
    const whole = await verified(() => Promise.resolve(ok(ledger(made.rows))));
    expect(whole).toMatchObject({ code: 0, said: expect.stringContaining(head) });
    const cut = await verified(
      () => Promise.resolve(ok(ledger(made.rows.slice(0, -1)))),
      ["postgres://aud@db/team", "--head", head],
    );
    expect(cut.code).toBe(1);
    const [first, second, ...rest] = made.rows;
    if (first === undefined || second === undefined) throw new Error("no rows");
    const altered = [first, { ...second, facts: "{}" }, ...rest];
    const changed = await verified(() => Promise.resolve(ok(ledger(altered))));
    expect(changed.code).toBe(1);
    const bad = await verified(() => Promise.resolve(fail({ kind: "team-login", detail: "no" })));
    expect(bad).toEqual({ code: 2, said: "The login was not accepted: no\n" });
  });

  it("is what an address names, and nothing else", () => {
    const never = () => Promise.reject(new Error("asked"));
    expect(verifyTeamCommand([file], {}, () => undefined, never)).toBeNull();
    expect(verifyTeamCommand([], {}, () => undefined, never)).toBeNull();
  });
});
