// Requests as they stood at a gate, whole: read from the ledger where the index cannot tell. A few are kept, since one
// rule after the other looks at the same one.
import { rowOf } from "../../../../src-shared/filter/columns.ts";
import type { FindingKind } from "../../../../src-shared/inspect/kinds.ts";
import { factsOf } from "../../../../src-shared/filter/facts.ts";
import type { FilterItem } from "../../../../src-shared/filter/matches.ts";
import { indexText } from "../../../../src-shared/filter/text.ts";
import { ownTextsOf } from "../../../../src-shared/filter/texts.ts";
import { sampleAt } from "../../../../src-shared/policy/judge/atGate.ts";
import type { RuleGate } from "../../../../src-shared/policy/rules/rule.ts";
import { unsureOf } from "../../../../src-shared/policy/judge/unsure.ts";
import type { Sample } from "../../../../src-shared/sampling/life/sample.ts";
import type { Database } from "../../sql.ts";
import { readItem } from "../items.ts";
import type { LedgerFile } from "../ledgerFile.ts";
import { rowsOf } from "../sql.ts";

export interface PastItem {
  /** As it stands now. */
  sample: Sample;
  /** As it stood; null where it never stood at that gate. */
  was: Sample | null;
  item: FilterItem | null;
  /** Kinds of findings that are none. */
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

  /** Null where it is no longer there, or cannot be read: the ledger is damaged there. */
  at(n: number, gate: RuleGate): PastItem | null {
    const key = `${gate} ${n}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const read = this.#read(n, gate);
    this.#kept.set(key, read);
    return read;
  }

  /** Lets go of what was read. */
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
  return {
    row: rowOf(factsOf(sample, off)),
    indexed: () => (text ??= indexText(ownTextsOf(sample))),
    unsure: unsureOf(sample),
  };
}
