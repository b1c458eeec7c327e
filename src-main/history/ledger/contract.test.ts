// The contract of a ledger's store, on SQLite. What ends a request is decided by `advance` there, as the desk does.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterAll, describe } from "vitest";
import { fold } from "#shared/ledger/fold.ts";
import { verifyWhole } from "#shared/ledger/verify.ts";
import { ledgerContract } from "../../team/ledgerContract.ts";
import type { ContractStore } from "../../team/ledgerContract.ts";
import { cryptography } from "../verify/cryptography.ts";
import { openToVerify } from "../verify/openFile.ts";
import { SqliteContentDeletion } from "./contentDeletion.ts";
import { openLedger } from "./ledger.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "countersign-contract-"));
const file = path.join(dir, "ledger.db");
let opened = openLedger(file);
afterAll(() => {
  opened.close();
  rmSync(dir, { recursive: true, force: true });
});

const rowsOf: ContractStore["rowsOf"] = (id) => {
  const rows = opened.ledger.rowsOf(id);
  if (!rows.ok) throw new Error(rows.failure.detail);
  return Promise.resolve(rows.value);
};

const store: ContractStore = {
  broken: { kind: "judged", body: { by: { kind: "desk" }, rule: 1n as never } },
  rowsOf,
  async append(requestId, rows) {
    const ended = fold(await rowsOf(requestId))?.request.phase.kind === "ended";
    if (ended) return false;
    return opened.ledger.appendAll(rows.map((row) => ({ ...row, sampleId: requestId, atMs: 5 })))
      .ok;
  },
  open() {
    const open = opened.ledger.openRequests();
    return Promise.resolve(open.ok ? open.value : []);
  },
  deleteContent(id) {
    const deletion = new SqliteContentDeletion(opened.file, () => undefined);
    const how = { by: { kind: "person" }, why: "user", mediaOnly: false, atMs: 9 } as const;
    const done = deletion.deleteContent(id, how as never);
    return Promise.resolve(done.ok && done.value.kind === "forgotten");
  },
  reopen() {
    opened.close();
    opened = openLedger(file);
    return Promise.resolve();
  },
  verify() {
    const source = openToVerify(file, null);
    if ("kind" in source) throw new Error(source.kind);
    const result = verifyWhole(source.source, cryptography);
    source.close();
    return Promise.resolve(result);
  },
  alter(id) {
    const database = new Libsql(file);
    const { seq, facts } = database
      .prepare("SELECT seq, facts FROM event WHERE sample = ?")
      .get(id) as { seq: number; facts: string };
    const put = database.prepare("UPDATE event_row SET facts = ? WHERE seq = ?");
    put.run(facts.replace("weather", "whether"), seq);
    const undo = (): Promise<void> => {
      put.run(facts, seq);
      database.close();
      return Promise.resolve();
    };
    return Promise.resolve({ seq, undo });
  },
};

describe("a ledger on SQLite", () => {
  ledgerContract(() => store);
});
