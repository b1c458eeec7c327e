// What generations have cost so far: the ledger's sums for budgets, for the window and for CSV files.
import { spentCsv } from "#shared/models/cost/spending.ts";
import type { SpentDay } from "#shared/models/cost/spending.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Spending } from "./ledger/ledger.ts";
import type { SpentSoFar } from "../core/ports.ts";
import { writeWhole } from "../core/media/wholeFile.ts";

/** Spend per day and per recent generation; null when the ledger cannot be read. */
export function spentSoFar(
  spending: Spending,
  fromDay: string,
  sinceMs: number,
): SpentSoFar | null {
  const days = spending.since(fromDay);
  const estimated = spending.estimated(fromDay);
  const recent = spending.recent(sinceMs);
  if (!days.ok || !estimated.ok || !recent.ok) return null;
  return { days: [...days.value.map(onDay), ...estimated.value], recent: recent.value };
}

const onDay = ({ day, serverId, inputTokens, outputTokens, usd, unpriced, failed }: SpentDay) => ({
  day,
  serverId,
  usd,
  tokens: inputTokens + outputTokens,
  // Failed generations have no price either, but need none.
  unpriced: Math.max(0, unpriced - failed),
});

export class SpendingService {
  readonly #store: Spending;
  readonly #placeToSave: (name: string) => Promise<string | null>;
  readonly #providerName: (id: string) => string;

  /** @param placeToSave asks where to save the file; null when the user cancelled */
  constructor(
    store: Spending,
    placeToSave: (name: string) => Promise<string | null>,
    providerName: (id: string) => string,
  ) {
    this.#store = store;
    this.#placeToSave = placeToSave;
    this.#providerName = providerName;
  }

  since(day: string | null): Outcome<SpentDay[], Failure> {
    return this.#store.since(day);
  }

  /** Saves all rows as CSV to a file that the user chooses; false when the user cancelled. */
  async save(): Promise<Outcome<boolean, Failure>> {
    const rows = this.#store.since(null);
    if (!rows.ok) return rows;
    const file = await this.#placeToSave("countersign-spending.csv");
    if (file === null) return ok(false);
    // Spreadsheets need the byte order mark to recognise UTF-8.
    const text = `\uFEFF${spentCsv(rows.value, this.#providerName)}`;
    const written = await writeWhole(file, (handle) => handle.writeFile(text));
    return written.ok ? ok(true) : written;
  }
}
