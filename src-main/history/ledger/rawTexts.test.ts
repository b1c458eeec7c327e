// One invalid byte in a text beside the chain (drafts, sums, open requests, an older version's rows), or where single
// rows are read: a failure, and the process goes on. libsql would end it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Draft } from "#shared/request/life/decision.ts";
import type { Failure } from "#shared/outcome.ts";
import type { LedgerEntry } from "../../core/ports.ts";
import { openDrafts } from "../drafts.ts";
import { openLedger } from "./ledger.ts";
import { convertLayout } from "../encryption/testing.ts";
import { VERSION_1, VERSION_2 } from "./testing.ts";

const DAMAGED = { ok: false, failure: { kind: "not-recorded", reason: "damaged" } };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-raw-"));
  file = path.join(folder, "ledger.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function change(of: string, sql: string): void {
  const database = new Libsql(of);
  database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  database.close();
}
const breakText = (of: string, table: string, column: string, where: string): void =>
  change(of, `UPDATE ${table} SET ${column} = CAST(x'7bff7d' AS TEXT) WHERE ${where}`);

function written(...rows: LedgerEntry[]): void {
  const { ledger, close } = openLedger(file);
  expect(ledger.appendAll(rows)).toEqual({ ok: true, value: undefined });
  close();
}
const received = (requestId: string): LedgerEntry => ({
  sampleId: requestId,
  atMs: 1,
  kind: "received",
  body: { asker: { serverId: "s", name: "n" }, asked: { text: `of ${requestId}` } },
});
const generated = (requestId: string): LedgerEntry => ({
  sampleId: requestId,
  atMs: 5000,
  kind: "attempt-done",
  body: { usage: { inputTokens: 1 } },
  spent: {
    serverId: "s",
    serverName: "n",
    outcome: "done",
    tookMs: 1,
    model: { providerId: "p", modelId: "m" },
  },
});

it.each(["sample", "drafts"])(
  "draft.%s: keeps the other drafts, and reports and keeps this one",
  (column) => {
    const place = path.join(folder, "drafts.db");
    const faults: Failure[] = [];
    const open = () => openDrafts(place, (fault) => faults.push(fault));
    const draft: Draft = { gate: 1, document: { messages: [], maxTokens: 1 }, model: null };
    const before = open();
    for (const id of ["a", "b"]) before.save(id, draft);
    before.close();
    breakText(place, "draft", column, "sample = 'a'");
    const after = open();
    expect(after.all()).toEqual({ b: [draft] });
    expect(faults).toEqual([{ kind: "drafts-damaged", count: 1 }]);
    after.save("b", { ...draft, document: { messages: [], maxTokens: 2 } });
    after.close();
    const again = open();
    expect(faults).toHaveLength(2);
    again.close();
  },
);

it.each(["day", "server", "server_name", "provider", "model"])("survives spent.%s", (column) => {
  written(received("a"), generated("a"));
  breakText(file, "spent", column, "1");
  const { spending, ledger, close } = openLedger(file);
  expect(spending.since(null)).toMatchObject(DAMAGED);
  expect(ledger.append(received("b")).ok).toBe(true);
  close();
});

it.each([
  ["kind", "seq = 3", { ok: true, value: [] }],
  ["sample", "seq = 2", { ok: true, value: [{ serverId: "s" }] }],
  ["facts", "seq = 3", DAMAGED],
  ["facts", "seq = 2", DAMAGED],
])("survives event.%s, where the last hour is summed up", (column, where, found) => {
  written(received("a"), generated("a"));
  breakText(file, "event_row", column, where);
  const { spending, ledger, close } = openLedger(file);
  expect(spending.recent(4000)).toMatchObject(found);
  expect(ledger.append(received("b")).ok).toBe(true);
  close();
});

it.each([
  ["event", "sample"],
  ["event", "kind"],
  ["event", "body"],
  ["medium", "base64"],
])("%s.%s of an older version: changes nothing in the file", (table, column) => {
  const sha = "a".repeat(64);
  const body = JSON.stringify({ media: [{ ref: `countersign-media:${sha}` }] });
  change(
    file,
    `${VERSION_1} ${VERSION_2} PRAGMA user_version = 2;
     INSERT INTO event VALUES (1, 's', 1, 'received', '${body}'); INSERT INTO medium VALUES ('${sha}', 'AAAA');`,
  );
  breakText(file, table, column, "1");
  expect(convertLayout(file)).toMatchObject({ failure: { kind: "ledger-not-converted" } });
  const database = new Libsql(file);
  expect(database.prepare("SELECT count(*) FROM event").raw().get()).toEqual([1]);
  expect(database.prepare("PRAGMA user_version").raw().get()).toEqual([2]);
  database.close();
});

it("open_sample: rebuilds the list of open requests from the chain", () => {
  written(received("a"), received("b"), received("c"), {
    sampleId: "c",
    atMs: 2,
    kind: "rejected",
    body: {},
  });
  breakText(file, "open_sample", "sample", "sample = 'a'");
  const { ledger, close } = openLedger(file);
  expect(ledger.openRequests()).toEqual({ ok: true, value: ["a", "b"] });
  close();
  // A request whose own rows are damaged too is left out.
  breakText(file, "open_sample", "sample", "sample = 'a'");
  breakText(file, "event_row", "sample", "sample = 'a'");
  const again = openLedger(file);
  expect(again.ledger.openRequests()).toEqual({ ok: true, value: ["b"] });
  expect(again.ledger.append(received("d")).ok).toBe(true);
  again.close();
});
