// A request that no model responds to, in the ledger: found by its words and its kind, exported as its JSON, and
// neither run again nor saved as a fixture.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { JsonObject } from "#shared/json.ts";
import { fromJsonText } from "#shared/ledger/history.ts";
import { documentsOf } from "#shared/ledger/documents.ts";
import { HistoryIndex } from "./historyIndex.ts";
import { LedgerWriter } from "./testing.ts";

const FORM: JsonObject = {
  message: "Which city?",
  requestedSchema: { type: "object", properties: { city: { type: "string" } } },
};
const SENT: JsonObject = { action: "accept", content: { city: "Ulm" } };

let folder: string;
let room: HistoryIndex;
let writer: LedgerWriter;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-without-model-"));
  const ledger = path.join(folder, "ledger.db");
  writer = new LedgerWriter(ledger);
  room = new HistoryIndex({ ledger, index: path.join(folder, "history.db"), key: null }, () => 0);
  tellForm();
  while (room.step(10) === "more");
});
afterEach(() => {
  room.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

function tellForm(): void {
  const by = { kind: "person" };
  const [attemptId, documentHash] = ["a1", "h-sent"];
  writer.append("form", 1000, "received", {
    requestKind: "elicitation",
    asked: FORM,
    askedHash: "h-asked",
    flags: [],
    media: [],
    asker: {
      serverId: "srv",
      name: "trips",
      transport: "stdio",
      where: "",
      encrypted: null,
      protocolVersion: "2025-11-25",
      era: "legacy",
    },
    origin: { kind: "none" },
    reply: { kind: "pushed", requestId: 1 },
  });
  writer.append("form", 2000, "answered-by-hand", {
    by,
    base: { revision: 0, hash: "h-asked" },
    attemptId,
    document: FORM,
    documentHash: "h-asked",
    generated: { action: "cancel" },
    generatedHash: "h-start",
  });
  writer.append("form", 2000, "response-approved", {
    by,
    base: { revision: 1, hash: "h-asked" },
    attemptId,
    document: SENT,
    documentHash,
  });
  writer.append("form", 2001, "delivered", { by: { kind: "desk" } });
  writer.append("form", 3000, "completed", { by: { kind: "server" } });
}

function item() {
  const read = room.item("form");
  if (!read.ok) throw new Error(read.failure.kind);
  return fromJsonText(read.value);
}
const idsOf = (query: string): string[] => {
  const found = room.find(query);
  if (!found.ok) throw new Error(found.failure.kind);
  return fromJsonText(found.value).rows.map(({ facts }) => facts.id);
};

it("is found by its words, its kind and what was entered", () => {
  for (const query of ["city", "kind:elicitation", "Ulm", "is:replied"]) {
    expect(idsOf(query)).toEqual(["form"]);
  }
  expect(idsOf("kind:sampling")).toEqual([]);
});

it("shows what was asked and what was sent, and neither once that was deleted", () => {
  const contents = (forgotten: boolean) =>
    documentsOf(item().request, forgotten).map(({ step, content }) => [step, content]);
  expect(contents(false)).toEqual([
    ["asked", { kind: "raw", value: FORM }],
    ["approved", { kind: "raw", value: FORM }],
    ["sent", { kind: "raw", value: SENT }],
  ]);
  expect(item().request.timeline.at(-1)).toMatchObject({ kind: "completed", atMs: 3000 });
  writer.drop("form", 9000);
  expect(contents(true).map(([, content]) => content)).toEqual([null, null, null]);
});

it("is not run again", () => {
  const refused = { ok: false, failure: { kind: "without-model" } };
  expect(room.again("form", "asked")).toEqual(refused);
});
