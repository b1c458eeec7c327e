// What comes of sums of what generations took that do not follow from the rows: they are put right where the rows verify,
// which is recorded; where those do not, nothing is changed, and budgets go by whichever is larger.
import type { Json } from "../../../src-shared/json.ts";
import { AMOUNTS, groupKey } from "../../../src-shared/models/cost/spentCheck.ts";
import type { SpentAmounts, SpentDifference } from "../../../src-shared/models/cost/spentCheck.ts";
import type { SpentDay } from "../../../src-shared/models/cost/spending.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { LookTold, SpentFound } from "../../services/record/verifyPorts.ts";
import { appendFact, idOf } from "./chain.ts";
import type { Head } from "./chain.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { addDay, addEnd, readSpent } from "./spent.ts";
import { spentEnds } from "./spentRows.ts";
import { inTransaction, prepared } from "../sql.ts";
import type { Database } from "../sql.ts";

/** So many differences are named in the row. */
const NAMED_MOST = 20;
const DROP_SQL = "DELETE FROM spent WHERE server = ? AND provider = ? AND model = ?";

export interface SpentRepairParts {
  file: LedgerFile;
  nowMs(): number;
  /** A row was written, of this number. */
  appended(seq: number): void;
  /** What budgets have to go by is another than before. */
  moved(): void;
  /** What was found, or why it could not be put right. */
  told(failure: Failure): void;
  /** It could not be put right with what was found: the file is to be looked through once more. */
  again(): void;
}

export class SpentRepair {
  readonly #parts: SpentRepairParts;
  /** What the rows have more than the sums, as long as these stand as they were found. */
  #more: { ledger: string; days: SpentDay[] } | null = null;

  constructor(parts: SpentRepairParts) {
    this.#parts = parts;
  }

  /** Takes what was found by whoever read the file. Budgets go by the larger until it is put right. */
  take({ verified, ...found }: NonNullable<LookTold["spent"]>): void {
    const { file, nowMs, appended, told, moved, again } = this.#parts;
    if (verified === null) {
      this.#more = { ledger: found.ledger, days: moreOf(found) };
      return moved();
    }
    if (!verified) return told(failureOf("spent-doubted", found));
    const done = file.use((database) => repairSpent(database, found, nowMs()));
    if (!done.ok) return told(done.failure);
    // Budgets go on by the larger meanwhile.
    if (done.value === "later") return again();
    this.#more = null;
    if (done.value === null) return;
    appended(done.value.seq);
    moved();
    told(failureOf("spent-repaired", found));
  }

  /** The sums from `day` on by which budgets go, or all of them. */
  since(day: string | null): Outcome<SpentDay[], Failure> {
    return this.#parts.file.use((database) => {
      const kept = readSpent(database, day);
      const isSame = this.#more !== null && this.#more.ledger === idOf(database);
      const more = isSame ? (this.#more?.days ?? []) : [];
      return [...kept, ...more.filter((one) => one.day >= (day ?? ""))];
    });
  }
}

/**
 * Adds up anew those sums that differ: what was found, and what ended after that. Gives the row that says so, written with
 * them or not at all; null where the record goes on in another ledger by now; `later` where something has ended since
 * that nobody can attribute, and which may stand in these sums alone.
 */
function repairSpent(
  database: Database,
  { ledger, differences, rows, seq }: SpentFound,
  atMs: number,
): Head | "later" | null {
  return inTransaction(database, () => {
    if (idOf(database) !== ledger) return null;
    const since = [...spentEnds(database, seq)];
    if (since.some(({ whose }) => whose === null)) return "later";
    const differ = new Set(differences.map(groupKey));
    for (const { serverId, providerId, modelId } of differences) {
      prepared(database, DROP_SQL).run(serverId, providerId, modelId);
    }
    for (const day of rows) addDay(database, day);
    for (const { whose, amounts } of since) {
      if (whose !== null && differ.has(groupKey(whose))) addEnd(database, { ...whose, ...amounts });
    }
    const named = differences.slice(0, NAMED_MOST).map(factsOf);
    const more = differences.length - named.length;
    const facts = { by: { kind: "desk" }, differences: named, ...(more > 0 ? { more } : {}) };
    return appendFact(database, "spent-repaired", facts, atMs);
  });
}

/** By how much each day of the rows is larger than what is kept of it. */
function moreOf({ rows, kept }: SpentFound): SpentDay[] {
  const keyOf = (day: SpentDay): string => JSON.stringify([day.day, groupKey(day), day.serverName]);
  const found = new Map(kept.map((day) => [keyOf(day), day]));
  return rows.map((day) => {
    const more = { ...day };
    const stood = found.get(keyOf(day));
    for (const name of AMOUNTS) more[name] = Math.max(0, day[name] - (stood?.[name] ?? 0));
    return more;
  });
}

function failureOf(kind: "spent-repaired" | "spent-doubted", { differences }: SpentFound): Failure {
  const [first] = differences;
  const tokens = (one?: SpentAmounts): number => (one?.inputTokens ?? 0) + (one?.outputTokens ?? 0);
  return {
    ...{ kind, count: differences.length },
    ...{ server: first?.serverName ?? "", model: first?.modelId ?? "" },
    tokens: { kept: tokens(first?.kept), rows: tokens(first?.rows) },
    usd: { kept: first?.kept.usd ?? 0, rows: first?.rows.usd ?? 0 },
  };
}

/** The amounts that differ alone. */
function factsOf({ serverId, providerId, modelId, kept, rows }: SpentDifference): Json {
  const differ = AMOUNTS.filter((name) => kept[name] !== rows[name]);
  const only = (amounts: SpentAmounts): Json =>
    Object.fromEntries(differ.map((name) => [name, amounts[name]])) as Json;
  return { serverId, model: { providerId, modelId }, kept: only(kept), rows: only(rows) };
}
