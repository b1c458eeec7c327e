// What generations have cost so far: the sums of the ledger for the screen, and the same as a file.
import { costOfUsage } from "../../../src-shared/models/cost/cost.ts";
import type { Cost, Usage } from "../../../src-shared/models/cost/cost.ts";
import { sameModel } from "../../../src-shared/models/model.ts";
import type { ModelRef, ModelsView } from "../../../src-shared/models/model.ts";
import { spentCsv } from "../../../src-shared/models/cost/spending.ts";
import type { SpentDay } from "../../../src-shared/models/cost/spending.ts";
import { ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { SpendingStore } from "../ports.ts";
import { writeWhole } from "../media/wholeFile.ts";

/** What a generation has cost by the prices that are known now; null where nobody knows. */
export function costOf(
  models: Pick<ModelsView, "providers">,
  model: ModelRef,
  usage: Usage | undefined,
): Cost | null {
  const provider = models.providers.find(({ id }) => id === model.providerId);
  const listed = provider?.models.find(({ ref }) => sameModel(ref, model));
  return costOfUsage(usage, listed?.abilities.prices, listed?.origins?.prices);
}

export interface SpendingParts {
  store: SpendingStore;
  /** Where the user wants the file; null when nowhere. */
  placeToSave(name: string): Promise<string | null>;
  providerName(id: string): string;
}

export class SpendingService {
  readonly #parts: SpendingParts;

  constructor(parts: SpendingParts) {
    this.#parts = parts;
  }

  since(day: string | null): Outcome<SpentDay[], Failure> {
    return this.#parts.store.since(day);
  }

  /** Writes everything as CSV to a file of the user's choice; false when none was chosen. */
  async save(): Promise<Outcome<boolean, Failure>> {
    const rows = this.#parts.store.since(null);
    if (!rows.ok) return rows;
    const file = await this.#parts.placeToSave("countersign-spending.csv");
    if (file === null) return ok(false);
    // With the mark by which spreadsheets know UTF-8.
    const text = `\uFEFF${spentCsv(rows.value, this.#parts.providerName)}`;
    const written = await writeWhole(file, (handle) => handle.writeFile(text));
    return written.ok ? ok(true) : written;
  }
}
