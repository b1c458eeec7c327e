// Set-up for tests of dry runs: a ledger with requests, its index, and rules run on them.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FindingKind } from "#shared/inspect/kinds.ts";
import type { DryRun } from "#shared/ipc/rules.ts";
import { fromJsonText } from "#shared/ledger/history.ts";
import { ruleSchema } from "#shared/policy/rules/rule.ts";
import type { Rule } from "#shared/policy/rules/rule.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import type { Database } from "../../sql.ts";
import { CatchUp } from "../catchUp.ts";
import { openIndexFile } from "../indexFile.ts";
import { readItem } from "../items.ts";
import { LedgerFile } from "../ledgerFile.ts";
import { LedgerWriter } from "../testing.ts";
import { DryRunJob } from "./dryRun.ts";
import { PastRequests } from "./testing.ts";

const nowMs = (): number => performance.now();

export const rule = (more: Partial<Rule> & Pick<Rule, "decide">, id = "new"): Rule =>
  ruleSchema.parse({ id, name: `rule ${id}`, ...more });

export class PastWorld {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), "countersign-dry-run-"));
  readonly #writer = new LedgerWriter(path.join(this.#folder, "ledger.db"));
  readonly fates = new PastRequests(this.#writer);
  #files: { index: Database; ledger: LedgerFile; off: readonly FindingKind[] } | null = null;

  /** The files, available after `settle`. */
  get files(): { index: Database; ledger: LedgerFile; off: readonly FindingKind[] } {
    if (this.#files === null) throw new Error("not settled");
    return this.#files;
  }

  /** Indexes everything that was written; `off`: checks that are turned off. */
  settle(off: readonly FindingKind[] = []): void {
    this.#letGo();
    const ledger = LedgerFile.open(path.join(this.#folder, "ledger.db"), null);
    if (ledger === null) throw new Error("no ledger");
    const index = openIndexFile(path.join(this.#folder, "history.db"), null, off);
    const catchUp = new CatchUp(index, ledger, nowMs, off);
    while (catchUp.step(50));
    this.#files = { index, ledger, off };
  }

  begun(rules: readonly Rule[], news: readonly string[] = [], count = 1e6): DryRunJob {
    const job = DryRunJob.begin(this.files, { rules, news, count }, nowMs);
    if (!job.ok) throw new Error(JSON.stringify(job.failure));
    return job.value;
  }

  run(rules: readonly Rule[], news: readonly string[] = [], count = 1e6): DryRun {
    const job = this.begun(rules, news, count);
    while (job.step(20));
    return fromJsonText(job.result());
  }

  /** The requests as the ledger has them now. */
  samples(): Sample[] {
    const { index, ledger } = this.files;
    const rows = index.prepare("SELECT row FROM shown ORDER BY n").raw().all() as string[][];
    return rows.map(([row]) => {
      const read = readItem(ledger, JSON.parse(row ?? "").facts.id);
      if (read === null) throw new Error("not read");
      return read.sample;
    });
  }

  close(): void {
    this.#letGo();
    this.#writer.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #letGo(): void {
    this.#files?.index.close();
    this.#files?.ledger.close();
    this.#files = null;
  }
}
