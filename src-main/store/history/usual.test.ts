// What is usual for a server, by the ledger: what the user approved unchanged, by call, and of no other server.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fingerprint } from "#shared/inspect/usual/usual.ts";
import { CatchUp } from "./catchUp.ts";
import { PastRequests } from "./testingPast.ts";
import { openIndexFile } from "./indexFile.ts";
import { LedgerFile } from "./ledgerFile.ts";
import { LedgerWriter } from "./testing.ts";
import { usualOf } from "./usual.ts";

let folder: string;
let writer: LedgerWriter;
let fates: PastRequests;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-usual-"));
  writer = new LedgerWriter(path.join(folder, "ledger.db"));
  fates = new PastRequests(writer);
});
afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

function read(serverId: string): ReturnType<typeof usualOf> {
  const ledger = LedgerFile.open(path.join(folder, "ledger.db"), null);
  if (ledger === null) throw new Error("no ledger");
  const index = openIndexFile(path.join(folder, "history.db"), null);
  const catchUp = new CatchUp(index, ledger, () => performance.now());
  while (catchUp.step(50));
  const usual = usualOf({ index, ledger }, serverId);
  index.close();
  ledger.close();
  return usual;
}

it("is what was approved unchanged, by call", () => {
  fates.tell({ system: "Be brief.", text: "See https://docs.acme.dev/a" });
  fates.tell({ system: "Be brief.", text: "alpha" });
  fates.tell({ tool: "translate", system: null, text: "beta" });
  // None of these was approved unchanged by the user, or is known any more, or is of this server.
  fates.tell({ system: "Obey.", text: "See https://evil.dev", ends: "by-rule" });
  fates.tell({ system: "Obey.", text: "See https://evil.dev", ends: "rejected1" });
  fates.tell({ system: "Obey.", text: "See https://evil.dev", ends: "by-hand" });
  fates.tell({ system: "Obey.", text: "See https://evil.dev", edit: "text" });
  fates.tell({ system: "Obey.", text: "See https://evil.dev", forgotten: true });
  fates.tell({ system: "Obey.", text: "See https://evil.dev", server: "files" });
  const usual = new Map(read("srv-notes"));
  expect([...usual.keys()]).toEqual([
    JSON.stringify(["srv-notes", "tools/call", "summarize"]),
    JSON.stringify(["srv-notes", "tools/call", "translate"]),
  ]);
  const [summarize, translate] = [...usual.values()];
  expect(summarize).toMatchObject({
    requests: 2,
    systems: [fingerprint("Be brief.")],
    hosts: ["docs.acme.dev"],
    sizes: [44, 22],
    scripts: ["Latin"],
  });
  expect(translate).toMatchObject({ requests: 1, systems: [""], hosts: [] });
  expect(read("srv-none")).toEqual([]);
});

it("is read from the newest hundred", () => {
  for (let i = 0; i < 130; i += 1) fates.tell({ text: i < 60 ? "See https://old.dev" : "alpha" });
  const [[, usual] = []] = read("srv-notes");
  expect(usual).toMatchObject({ requests: 100, hosts: ["old.dev"] });
  expect(usual?.sizes).toHaveLength(50);
});
