// What generations have cost so far: the ledger's sums for the window and for CSV files.
import { costOfUsage } from "#shared/models/cost/cost.ts";
import type { Cost, Usage } from "#shared/models/cost/cost.ts";
import { sameModel } from "#shared/models/model.ts";
import type { ModelRef, ModelsView } from "#shared/models/model.ts";
import { spentCsv } from "#shared/models/cost/spending.ts";
import type { SpentDay } from "#shared/models/cost/spending.ts";
import { ok } from "#shared/outcome.ts";
import { LONGEST_OUTPUT_TOKENS } from "#shared/rules/limits/budget.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Spending } from "./ledger/ledger.ts";
import { writeWhole } from "../core/media/wholeFile.ts";

/** The cost of a generation at the current prices; null if those are unknown. */
export function costOf(
  models: Pick<ModelsView, "providers">,
  model: ModelRef,
  usage: Usage | undefined,
): Cost | null {
  const listed = listedOf(models, model);
  return costOfUsage(usage, listed?.abilities.prices, listed?.origins?.prices);
}

/** The model's longest response in tokens; where that is unknown, no more than fits into its context window. */
export function longestOutputOf(models: Pick<ModelsView, "providers">, model: ModelRef): number {
  const { outputTokens, contextTokens } = listedOf(models, model)?.abilities ?? {};
  return outputTokens ?? Math.min(contextTokens ?? Infinity, LONGEST_OUTPUT_TOKENS);
}

const listedOf = (models: Pick<ModelsView, "providers">, model: ModelRef) =>
  models.providers
    .find(({ id }) => id === model.providerId)
    ?.models.find(({ ref }) => sameModel(ref, model));

export interface SpendingParts {
  store: Spending;
  /** Asks where to save the file; null when the user cancelled. */
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

  /** Saves all rows as CSV to a file that the user chooses; false when the user cancelled. */
  async save(): Promise<Outcome<boolean, Failure>> {
    const rows = this.#parts.store.since(null);
    if (!rows.ok) return rows;
    const file = await this.#parts.placeToSave("countersign-spending.csv");
    if (file === null) return ok(false);
    // Spreadsheets need the byte order mark to recognise UTF-8.
    const text = `\uFEFF${spentCsv(rows.value, this.#parts.providerName)}`;
    const written = await writeWhole(file, (handle) => handle.writeFile(text));
    return written.ok ? ok(true) : written;
  }
}
