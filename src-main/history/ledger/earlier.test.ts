// A file of an earlier version: carried over whole into this layout, with times and order; or left as it was.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { fold } from "#shared/ledger/fold.ts";
import { chained, NO_HASH } from "#shared/ledger/row.ts";
import { ok } from "#shared/outcome.ts";
import { join } from "#shared/ledger/split.ts";
import type { LedgerEntry } from "../../core/ports.ts";
import { Desk } from "../../core/desk/desk.ts";
import {
  textResponse,
  FakeListener,
  FakeClock,
  FakeGenerator,
  FakeLedger,
  FakeServer,
  plainHasher,
} from "../../core/testing/fakes.ts";
import { storedForm } from "#shared/ledger/storedForm.ts";
import { sha256 } from "./content.ts";
import { openLedger } from "./ledger.ts";
import { VERSION_1, VERSION_2, VERSION_3 } from "./testing.ts";
import { convertLayout } from "../encryption/testing.ts";
import { rowsOf } from "../../store/sql.ts";

let folder: string;
let file: string;
const opened: { close(): void }[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-migrations-"));
  file = path.join(folder, "ledger.db");
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  rmSync(folder, { recursive: true });
});

const backupOf = (version: number): string => `${file}.backup-v${version}`;
const open = (): ReturnType<typeof openLedger> => {
  expect(convertLayout(file)).toEqual(ok(null));
  const ledger = openLedger(file);
  opened.push(ledger);
  return ledger;
};
const read = (from: string, select: string): unknown[][] => {
  const reader = new Libsql(from, { readonly: true });
  const rows = rowsOf(reader, select);
  reader.close();
  return rows;
};

/** A desk's rows as version 2 wrote them: whole, with the media beside them. */
async function writtenByVersion2(): Promise<{ desk: Desk; rows: LedgerEntry[] }> {
  const ledger = new FakeLedger();
  const generator = new FakeGenerator();
  const server = new FakeServer();
  const store = openLedger(path.join(folder, "of the desk.db"));
  opened.push(store);
  const parts = { ledger, generator, media: store.media, listener: new FakeListener() };
  const desk = new Desk({
    ...parts,
    hasher: plainHasher,
    clock: new FakeClock(),
    masterSwitch: "review",
  });
  const image = { type: "image", data: "aGVsbG8=", mimeType: "image/png" };
  const { requestId } = desk.receive(
    server.request({ messages: [{ role: "user", content: image }], maxTokens: 9 }),
  );
  desk.receive(server.request({ messages: [] }));
  const asked = desk.request(requestId);
  if (asked?.proposed === null || asked === undefined) throw new Error("not held");
  const model = { providerId: "p", modelId: "m" };
  const base = { revision: 0, hash: asked.askedHash };
  desk.decide(requestId, base, { kind: "approve-request", document: asked.proposed, model });
  const data = generator.asked[0]?.putMedia("cGljdHVyZQ==") ?? "";
  generator.answer({
    kind: "done",
    generated: { ...textResponse(""), content: { ...image, data } },
    tookMs: 1,
  });
  for (let i = 0; i < 12; i += 1) await Promise.resolve();
  const database = new Libsql(file);
  database.exec(`PRAGMA journal_mode = WAL; ${VERSION_1} ${VERSION_2} PRAGMA user_version = 2;`);
  // Version 2 had no separate rows for media.
  const rows = ledger.rows.filter(({ kind }) => kind !== "media-kept");
  for (const row of rows) {
    database
      .prepare("INSERT INTO event (sample, at_ms, kind, body) VALUES (?, ?, ?, ?)")
      .run(row.sampleId, row.atMs, row.kind, JSON.stringify(row.body));
  }
  for (const request of desk.requests()) {
    for (const { ref } of request.media) {
      const text = storedForm(store.media.text(request.id, ref) ?? "");
      database.prepare("INSERT OR IGNORE INTO medium VALUES (?, ?)").run(ref.split(":")[1], text);
    }
  }
  database.close();
  return { desk, rows };
}

/** Each row of the chain but those about the ledger, with its content joined. */
const joined = (): { sample: string; atMs: number; kind: string; body: JsonObject }[] =>
  read(
    file,
    `SELECT sample, at_ms, kind, facts, body FROM event LEFT JOIN content ON commitment = content
     WHERE sample <> 'ledger' ORDER BY seq`,
  ).map(([request, at, kind, facts, body]) => {
    const row = { sample: String(request), atMs: Number(at), kind: String(kind) };
    const content = body === null ? null : (JSON.parse(String(body)) as Json);
    const said = JSON.parse(String(facts)) as Json;
    return { ...row, body: join(row, isJsonObject(said) ? said : {}, content) };
  });

it("carries every row over, and every request with its media folds to what it was", async () => {
  const { desk, rows } = await writtenByVersion2();
  const { ledger } = open();
  expect(ledger.append({ sampleId: "s", atMs: 9, kind: "delivered", body: {} }).ok).toBe(true);
  const all = joined();
  expect(all.filter(({ kind }) => kind !== "media-kept").map(({ kind }) => kind)).toEqual([
    ...rows.map(({ kind }) => kind),
    "delivered",
  ]);
  for (const request of desk.requests()) {
    const folded = fold(all.filter((row) => row.sample === request.id));
    expect(folded).toEqual({ request, odd: [] });
  }
  const own = read(file, "SELECT kind FROM event WHERE sample = 'ledger' ORDER BY seq");
  expect(own.map(String)).toEqual(["ledger-begun", "converted"]);
  const [converted] = read(file, "SELECT facts FROM event WHERE kind = 'converted'");
  expect(JSON.parse(String(converted?.[0]))).toEqual({
    from: 2,
    rows: rows.length,
    backup: "ledger.db.backup-v2",
  });
  expect(
    read(file, "SELECT body FROM content WHERE body LIKE 'aGVs%' OR body LIKE 'cGlj%'"),
  ).toEqual([["aGVsbG8="], ["cGljdHVyZQ=="]]);
  expect(read(file, "SELECT sample FROM open_sample")).toHaveLength(2);
});

it("keeps a copy of the old file, whole and for its owner only", async () => {
  const { rows } = await writtenByVersion2();
  const before = read(file, "SELECT * FROM event");
  open();
  const backup = backupOf(2);
  expect(read(backup, "SELECT * FROM event")).toEqual(before);
  expect(read(backup, "SELECT count(*) FROM event")).toEqual([[rows.length]]);
  expect(read(backup, "PRAGMA user_version")).toEqual([[2]]);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
});

it("leaves the file as it was when no copy can be made, and nothing is recorded", async () => {
  await writtenByVersion2();
  mkdirSync(`${backupOf(2)}.new/in the way`, { recursive: true });
  expect(convertLayout(file)).toMatchObject({ failure: { kind: "ledger-not-converted" } });
  const { ledger } = openLedger(file);
  expect(ledger.append({ sampleId: "s", atMs: 9, kind: "delivered", body: {} })).toMatchObject({
    ok: false,
    failure: { kind: "not-recorded" },
  });
  expect(read(file, "PRAGMA user_version")).toEqual([[2]]);
  expect(read(file, "SELECT count(*) FROM medium")).toEqual([[2]]);
});

it("makes no copy of an empty file", () => {
  const empty = new Libsql(file);
  empty.exec(`${VERSION_1} PRAGMA user_version = 1;`);
  empty.close();
  open();
  expect(existsSync(backupOf(1))).toBe(false);
});

it("reports once up to which row commands are held as facts, and leaves these unchanged", () => {
  const requester = { serverId: "s", name: "n", where: "psql postgresql://a:S3cret@db" };
  const old = new Libsql(file);
  old.exec(`${VERSION_1} ${VERSION_2} DROP TABLE event; DROP TABLE medium; ${VERSION_3}`);
  const facts = JSON.stringify({ asker: requester });
  const plans: [string, string, string][] = [
    ["ledger", "ledger-begun", '{"ledger":"l","version":"1"}'],
    ["a", "received", facts],
  ];
  let before = NO_HASH;
  for (const [index, [request, kind, said]] of plans.entries()) {
    const row = { sample: request, atMs: 2, kind, facts: said, content: null, media: "" };
    const { hash } = chained({ ...row, seq: index + 1 }, before, sha256);
    old
      .prepare("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(index + 1, request, 2, kind, said, null, "", before, hash);
    before = hash;
  }
  old.exec("PRAGMA user_version = 3");
  old.close();
  open();
  for (const requestId of ["b", "c"]) {
    const store = openLedger(file);
    opened.push(store);
    const body = { asker: { ...requester, where: "psql •••" } };
    expect(store.ledger.append({ sampleId: requestId, atMs: 3, kind: "received", body }).ok).toBe(
      true,
    );
  }
  const rows = read(file, "SELECT seq, kind, facts FROM event ORDER BY seq");
  expect(rows.map(([, kind]) => kind)).toEqual([
    "ledger-begun",
    "received",
    "facts-narrowed",
    "format-changed",
    "received",
    "received",
  ]);
  expect(rows[1]?.[2]).toBe(facts);
  expect(rows[2]?.[2]).toBe('{"upTo":2}');
  expect(String(rows[4]?.[2])).not.toContain("psql");
  expect(read(file, "PRAGMA user_version")).toEqual([[6]]);
  expect(existsSync(backupOf(3))).toBe(false);
  const folded = fold([
    {
      sample: "a",
      atMs: 2,
      kind: "received",
      body: { kind: "received", atMs: 2, asker: requester },
    },
  ]);
  expect(folded?.request.requester.where).toBe("psql postgresql://a:•••@db");
});
