// The rehearsal over the real ledger, thread, desk and AI SDK: it goes all the way, and nothing of it stays.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import type { InspectAsk } from "../desk/ports.ts";
import { rehearsalGenerator } from "../model/rehearsal.ts";
import { openLedger } from "../store/ledger.ts";
import { rolledBack } from "../store/rehearsal.ts";
import { firstOf } from "../store/sql.ts";
import { hasher } from "./hasher.ts";
import { rehearse } from "./rehearsal.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-rehearsal-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("lets requests through both gates, and leaves nothing in the record", async () => {
  let appended = 0;
  const open = openLedger(path.join(folder, "ledger.db"), { onAppended: () => (appended += 1) });
  const counts = (): unknown[] => {
    const read = open.file.use((database) =>
      ["event", "content", "held", "open_sample", "spent"].map((table) =>
        firstOf(database, `SELECT count(*) FROM ${table}`),
      ),
    );
    return read.ok ? read.value : [];
  };
  const before = counts();
  const looked: InspectAsk[] = [];
  const chosen: unknown[] = [];
  const written: string[] = [];
  const ledger = rolledBack(open.file);
  const answered = await rehearse(
    {
      hasher,
      clock: { nowMs: Date.now, newId: randomUUID },
      inspector: {
        async inspect(ask) {
          looked.push(ask);
          return { inspection: { findings: [], more: 0, tookMs: 0 }, traits: null };
        },
      },
      chooseModel(_sample, document) {
        chosen.push(document);
        return null;
      },
      ledger: {
        ...ledger,
        appendAll(rows) {
          written.push(...rows.map(({ kind }) => kind));
          return ledger.appendAll(rows);
        },
      },
      generator: rehearsalGenerator,
    },
    async () => looked.length < 6,
  );
  expect(answered).toBe(3);
  expect(looked.map(({ around }) => around.gate)).toEqual(
    Array.from({ length: 3 }, () => ["request", "response"]).flat(),
  );
  expect(JSON.stringify(looked[1]?.document)).toContain("This is a rehearsal.");
  expect(chosen).toHaveLength(3);
  expect(written.filter((kind) => kind === "response-approved")).toHaveLength(3);
  expect(written.filter((kind) => kind === "delivered")).toHaveLength(3);
  expect(counts()).toEqual(before);
  expect(appended).toBe(0);
  open.close();
});
