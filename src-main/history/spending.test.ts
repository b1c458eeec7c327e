// What budgets count after a restart, read from the real file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openLedger } from "./ledger/ledger.ts";
import { spentSoFar } from "./spending.ts";

it("counts the estimates of earlier runs", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-limits-"));
  const opened = openLedger(path.join(folder, "ledger.db"));
  onTestFinished(() => {
    opened.close();
    rmSync(folder, { recursive: true });
  });
  const atMs = new Date(2026, 10, 21, 12).getTime();
  const usage = { inputTokens: 10 };
  const estimate = { ...usage, outputTokens: 5, usd: 0.5 };
  const model = { providerId: "p", modelId: "m" };
  const facts = { serverId: "s1", serverName: "climate", model, tookMs: 1, usage, estimate };
  const requester = { serverId: "s1", name: "climate" };
  opened.ledger.appendAll([
    { sampleId: "a", atMs, kind: "received", body: { asker: requester } },
    {
      sampleId: "a",
      atMs,
      kind: "attempt-stopped",
      body: { attemptId: "1", usage, estimate },
      spent: { ...facts, outcome: "stopped" },
    },
  ]);
  const spent = spentSoFar(opened.spending, "2026-11-01", atMs - 1);
  const sum = (of: readonly { tokens: number; usd: number; unpriced: number }[] = []) =>
    of.map(({ tokens, usd, unpriced }) => [tokens, usd, unpriced]);
  expect(sum(spent?.days)).toEqual([
    [10, 0, 1],
    [5, 0.5, -1],
  ]);
  expect(sum(spent?.recent)).toEqual([[15, 0.5, 0]]);
});
