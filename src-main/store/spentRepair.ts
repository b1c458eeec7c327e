// Puts the sums of what generations took right where they do not follow from the rows, and records that it did.
import type { Json } from "../../src-shared/json.ts";
import { AMOUNTS } from "../../src-shared/models/spentCheck.ts";
import type { SpentAmounts, SpentDifference } from "../../src-shared/models/spentCheck.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { SpentFound } from "../services/verifyPorts.ts";
import { appendFact } from "./chain.ts";
import type { Head } from "./chain.ts";
import { CHECKED_BYTES } from "./database.ts";
import { sizeOf } from "./encrypted.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { addDay, addEnd } from "./spent.ts";
import { spentEnds, spentFound } from "./spentRows.ts";
import { inTransaction } from "./sql.ts";
import type { Database } from "./sql.ts";

/** So many differences are named in the row. */
const NAMED_MOST = 20;

/**
 * Adds the sums up anew: those that were found, and what ended after that. Gives the row that says so, written with them
 * or not at all.
 */
export function repairSpent(
  database: Database,
  { differences, days, seq }: SpentFound,
  atMs: number,
): Head {
  return inTransaction(database, () => {
    database.exec("DELETE FROM spent");
    for (const day of days) addDay(database, day);
    for (const { whose, amounts } of spentEnds(database, seq)) {
      if (whose !== null) addEnd(database, { ...whose, ...amounts });
    }
    const named = differences.slice(0, NAMED_MOST).map(factsOf);
    const more = differences.length - named.length;
    const facts = { by: { kind: "desk" }, differences: named, ...(more > 0 ? { more } : {}) };
    return appendFact(database, "spent-repaired", facts, atMs);
  });
}

/**
 * Puts them right where the file is small enough to be read now. Gives what takes what was found in a larger one by somebody
 * else. `repaired` hears of it; where it cannot be written, the next start tries again.
 */
export function settleSpent(
  file: LedgerFile,
  nowMs: () => number,
  repaired: (failure: Failure) => void,
): (found: SpentFound) => void {
  const repair = (found: SpentFound): void => {
    const done = file.use((database) => repairSpent(database, found, nowMs()));
    if (!done.ok) return;
    file.appended(done.value);
    const failure = failureOf(found);
    if (failure !== null) repaired(failure);
  };
  if (sizeOf(file.file) <= CHECKED_BYTES) {
    const looked = file.use(spentFound);
    if (looked.ok && looked.value !== null && looked.value.differences.length > 0) {
      repair(looked.value);
    }
  }
  return repair;
}

function failureOf({ differences }: SpentFound): Failure | null {
  const [first] = differences;
  if (first === undefined) return null;
  const { serverName: server, modelId: model, kept, rows } = first;
  const tokens = (one: SpentAmounts): number => one.inputTokens + one.outputTokens;
  return {
    ...{ kind: "spent-repaired", count: differences.length, server, model },
    tokens: { kept: tokens(kept), rows: tokens(rows) },
    usd: { kept: kept.usd, rows: rows.usd },
  };
}

/** The amounts that differ alone. */
function factsOf({ serverId, providerId, modelId, kept, rows }: SpentDifference): Json {
  const differ = AMOUNTS.filter((name) => kept[name] !== rows[name]);
  const only = (amounts: SpentAmounts): Json =>
    Object.fromEntries(differ.map((name) => [name, amounts[name]])) as Json;
  return { serverId, model: { providerId, modelId }, kept: only(kept), rows: only(rows) };
}
