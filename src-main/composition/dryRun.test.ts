// A dry run decides recorded requests as the same rules did at the desk, whatever the user, models and servers did.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isJsonObject } from "#shared/json.ts";
import type { DryRun, DryRunItem } from "#shared/contract/rules.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { STEADY_EXAMPLES, steadyRules, steadyWalks } from "../core/testing/steadyWalks.ts";
import { walked } from "../core/testing/walks.ts";
import type { World } from "../core/testing/walks.ts";
import { CatchUp } from "../history/index/catchUp.ts";
import { DryRunJob } from "../history/index/dryRun.ts";
import { openIndexFile } from "../history/index/indexFile.ts";
import { LedgerFile } from "../history/index/ledgerFile.ts";
import { LedgerWriter } from "../history/index/testing.ts";
import type { Judged } from "#shared/rules/judged.ts";

const nowMs = (): number => performance.now();

/** Runs the rules over what the desk has recorded. */
function dryRunOf({ ledger: { rows } }: World, rules: readonly Rule[]): DryRun {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-dry-run-"));
  const file = path.join(folder, "ledger.db");
  const writer = new LedgerWriter(file);
  writer.together(() => {
    for (const { sampleId: requestId, atMs, kind, body } of rows) {
      writer.append(requestId, atMs, kind, isJsonObject(body) ? body : {});
    }
  });
  writer.close();
  const ledger = LedgerFile.open(file, null);
  if (ledger === null) throw new Error("no ledger");
  const index = openIndexFile(path.join(folder, "history.db"), null);
  try {
    const catchUp = new CatchUp(index, ledger, nowMs);
    while (catchUp.step(50));
    const job = DryRunJob.begin({ index, ledger }, { rules, news: [], count: 1e6 }, nowMs);
    if (!job.ok) throw new Error(JSON.stringify(job.failure));
    while (job.value.step());
    return job.value.result();
  } finally {
    index.close();
    ledger.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const said = (id: string, { gate, rule, decide, held }: DryRunItem | Judged): string =>
  [id, gate, rule.id, decide, JSON.stringify(held ?? null)].join(" ");

it("returns what the judge decides", { tags: ["long"], timeout: 120_000 }, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steadyWalks, steadyRules, async (walk, rules) => {
      const world = await walked(walk, rules);
      const wanted = world.desk
        .requests()
        .flatMap(({ id, judged = [] }) => judged.map((one) => said(id, one)));
      const { items, held, more } = dryRunOf(world, rules);
      expect(more).toBe(0);
      expect(items.map((one) => said(one.id, one)).toSorted()).toEqual(wanted.toSorted());
      expect(held).toBe(items.filter((one) => one.held !== undefined).length);
      for (const one of items) seen.add(`${one.gate} ${one.held?.kind ?? one.decide}`);
    }),
    { numRuns: 60, examples: STEADY_EXAMPLES },
  );
  // Otherwise this would prove little.
  for (const gate of ["request", "response"]) {
    for (const what of ["allow", "refuse", "findings", "not-inspected", "identity"]) {
      expect(seen).toContain(`${gate} ${what}`);
    }
  }
  expect(seen).toContain("response flags");
  expect(seen).toContain("response second-look");
});
