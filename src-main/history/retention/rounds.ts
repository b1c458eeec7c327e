// `retention.json`: when the retention rules were last applied.
import { z } from "zod";
import type { RetentionRound } from "#shared/ledger/retention.ts";
import { readJson, writeJson } from "../../profile/jsonFile.ts";

const count = z.number().nonnegative();
const schema = z.object({
  last: z
    .object({
      atMs: count,
      requests: count,
      mediaOnly: count,
      questions: count,
      freed: count,
      stays: count,
      open: count,
      left: count,
    })
    .nullable(),
  lost: z.string().nullable().default(null),
});

export interface Rounds {
  last: RetentionRound | null;
  /**
   * Where a broken list of servers was moved to: their rules are lost, and the user has not confirmed the remaining
   * ones yet.
   */
  lost: string | null;
}

/** When the rules were last applied. */
export class RoundsFile {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  load(): Rounds {
    return readJson(this.#file, schema, { last: null, lost: null }).value;
  }

  save(rounds: Rounds): void {
    // A failed write is ignored: the ledger records the deletions anyway.
    writeJson(this.#file, rounds);
  }
}
