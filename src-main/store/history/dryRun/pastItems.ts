// Reads whole requests as they were at a gate, from the ledger, where the index cannot tell. Cached, since several
// rules look at the same request.
import { rowOf } from "#shared/filter/columns.ts";
import type { FindingKind } from "#shared/inspect/kinds.ts";
import { factsOf } from "#shared/filter/facts.ts";
import type { FilterItem } from "#shared/filter/matches.ts";
import { indexText } from "#shared/filter/text.ts";
import { ownTextsOf } from "#shared/filter/texts.ts";
import { sampleAt } from "#shared/policy/judge/atGate.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import { unsureOf } from "#shared/policy/judge/unsure.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import type { Database } from "../../sql.ts";
import { readItem } from "../items.ts";
import type { LedgerFile } from "../ledgerFile.ts";
import { rowsOf } from "../sql.ts";

export interface PastItem {
  /** As it is now. */
  sample: Sample;
  /** As it was at the gate; null if it never reached that gate. */
  was: Sample | null;
  item: FilterItem | null;
  /** Checks that the user turned off. */
  off: readonly FindingKind[];
}

export class PastItems {
  readonly #index: Database;
  readonly #ledger: LedgerFile;
  readonly #off: readonly FindingKind[];
  readonly #kept = new Map<string, PastItem | null>();

  constructor(index: Database, ledger: LedgerFile, off: readonly FindingKind[]) {
    this.#off = off;
    this.#index = index;
    this.#ledger = ledger;
  }

  /** Null if the request is missing or cannot be read. */
  at(n: number, gate: RuleGate): PastItem | null {
    const key = `${gate} ${n}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const read = this.#read(n, gate);
    this.#kept.set(key, read);
    return read;
  }

  /** Clears the cache. */
  clear(): void {
    this.#kept.clear();
  }

  #read(n: number, gate: RuleGate): PastItem | null {
    const [row] = rowsOf(
      this.#index,
      "SELECT json_extract(row, '$.facts.id') FROM shown WHERE n = ?",
      n,
    );
    const read = row === undefined ? null : readItem(this.#ledger, String(row[0]));
    if (read === null || read.forgotten === "all") return null;
    const was = sampleAt(read.sample, gate);
    const item = was === null ? null : itemOf(was, this.#off);
    return { sample: read.sample, was, item, off: this.#off };
  }
}

function itemOf(sample: Sample, off: readonly FindingKind[]): FilterItem {
  let text: string | null = null;
  const facts = factsOf(sample, off);
  return {
    row: rowOf(facts),
    indexed: () => (text ??= indexText(ownTextsOf(sample))),
    unsure: unsureOf(sample, facts),
  };
}
