// What generations took, read from the rows of the ledger alone: facts, never content.
import { isJsonObject } from "../../src-shared/json.ts";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import { SpentCheck } from "../../src-shared/models/spentCheck.ts";
import type { SpentAmounts, SpentEnd } from "../../src-shared/models/spentCheck.ts";
import type { SpentFound } from "../services/verifyPorts.ts";
import { amountsOf, readSpent } from "./spent.ts";
import type { Took } from "./spent.ts";
import { firstOf, rowsAgain } from "./sql.ts";
import type { Database } from "./sql.ts";
import { asBytes, textOf } from "./texts.ts";

/** Rows that are in memory at once. */
const PAGE = 500;

const ENDS_SQL = `SELECT seq, at_ms, ${["kind", "sample", "facts"].map(asBytes).join(", ")} FROM event
  WHERE seq > ? AND kind IN ('attempt-done', 'attempt-stopped', 'attempt-failed') ORDER BY seq LIMIT ${PAGE}`;
const WHOSE_SQL = `SELECT ${["kind", "facts"].map(asBytes).join(", ")} FROM event
  WHERE sample = ? AND kind IN ('received', 'request-approved') ORDER BY seq`;

/** A generation, and the row with which it ended. `whose` null: these rows do not say it. */
export interface RowEnd {
  seq: number;
  amounts: SpentAmounts;
  whose: Omit<SpentEnd, keyof SpentAmounts> | null;
}

/** Those that ended after that row, in order. */
export function* spentEnds(database: Database, afterSeq: number): Generator<RowEnd> {
  for (let after = afterSeq; ;) {
    const page = rowsAgain(database, ENDS_SQL, after);
    for (const row of page) yield endOf(database, row);
    if (page.length < PAGE) return;
    after = Number(page.at(-1)?.[0]);
  }
}

function endOf(database: Database, [seq, at, ...texts]: unknown[]): RowEnd {
  const [kind, sample, facts] = texts.map((text) => textOf(text) ?? "");
  const said = parsed(facts);
  // The facts of a row are what a desk wrote: its shapes were types then.
  const outcome = kind === "attempt-failed" ? "failed" : "done";
  const amounts = amountsOf({ ...said, outcome } as unknown as Took);
  const rows = rowsAgain(database, WHOSE_SQL, sample);
  const of = rows.map(([one, text]) => ({ kind: textOf(one), facts: parsed(textOf(text)) }));
  const asker = of.find((one) => one.kind === "received")?.facts["asker"];
  const approved = of.find(
    (one) => one.kind === "request-approved" && one.facts["attemptId"] === said["attemptId"],
  );
  const model = approved?.facts["model"];
  if (!isJsonObject(asker) || !isJsonObject(model)) {
    return { seq: Number(seq), amounts, whose: null };
  }
  const whose = {
    atMs: Number(at),
    ...{ serverId: text(asker["serverId"]), serverName: text(asker["name"]) },
    ...{ providerId: text(model["providerId"]), modelId: text(model["modelId"]) },
  };
  return { seq: Number(seq), amounts, whose };
}

/**
 * Holds the sums against all rows, within whatever transaction there is; says after which row it is. Null where the file
 * has no sums.
 */
export function* checkSpent(database: Database): Generator<number, SpentFound | null> {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'spent'";
  if (firstOf(database, table) !== 1) return null;
  const check = new SpentCheck();
  const seq = Number(firstOf(database, "SELECT max(seq) FROM event") ?? 0);
  for (const end of spentEnds(database, 0)) {
    if (end.whose === null) check.addLoose(end.amounts);
    else check.add({ ...end.whose, ...end.amounts });
    yield end.seq;
  }
  return { differences: check.differences(readSpent(database, null)), days: check.days(), seq };
}

/** The same in one go. */
export function spentFound(database: Database): SpentFound | null {
  const steps = checkSpent(database);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

function parsed(facts: string | null | undefined): JsonObject {
  try {
    const value = JSON.parse(facts ?? "{}") as Json;
    return isJsonObject(value) ? value : {};
  } catch {
    // Verifying finds it.
    return {};
  }
}
