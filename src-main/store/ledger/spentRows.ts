// What generations took, read from the rows of the ledger alone: facts, never content.
import { isJsonObject } from "../../../src-shared/json.ts";
import type { Json, JsonObject } from "../../../src-shared/json.ts";
import { groupKey, NOBODY, SpentCheck } from "../../../src-shared/models/cost/spentCheck.ts";
import type { SpentAmounts, SpentEnd } from "../../../src-shared/models/cost/spentCheck.ts";
import { nameIn } from "../../../src-shared/ledger/readRow.ts";
import type { SpentFound } from "../../services/record/verifyPorts.ts";
import { amountsOf, readSpent } from "./spent.ts";
import { firstOf, rowsAgain } from "../sql.ts";
import type { Database } from "../sql.ts";
import { asBytes, textOf } from "../texts.ts";

/** Generations of one read. */
const PAGE = 500;
/** Requests that are remembered, so that many generations of one are not looked up again and again. */
const ASKED_MOST = 5000;

/** As one text: values one by one take several times as long to come out of libsql. */
const together = (columns: string, from: string): string =>
  `SELECT ${asBytes(`json_group_array(json_array(${columns}))`)} FROM (SELECT ${columns} FROM ${from})`;
const ENDS_SQL = together(
  "seq, at_ms, kind, sample, facts",
  `event WHERE seq > ? AND kind IN ('attempt-done', 'attempt-stopped', 'attempt-failed') ORDER BY seq LIMIT ${PAGE}`,
);
const FIRST_SQL = `SELECT ${asBytes("facts")} FROM event WHERE seq = 1`;
/** Of many requests at once. */
const WHOSE_SQL = together(
  "kind, sample, facts",
  `event WHERE sample IN (SELECT value FROM json_each(?)) AND kind IN ('received', 'request-approved') ORDER BY seq`,
);
type EndRow = [seq: number, atMs: number, kind: string, sample: string, facts: string];
type WhoseRow = [kind: string, sample: string, facts: string];

/** A generation, and the row with which it ended. `whose` null: these rows do not say it. */
export interface RowEnd {
  seq: number;
  /** Null where what stands there is no instant. */
  atMs: number | null;
  amounts: SpentAmounts;
  whose: Omit<SpentEnd, keyof SpentAmounts> | null;
}

/** What the rows of a request say: who asked, and which model each generation was approved for. */
interface Asked {
  asker: JsonObject | null;
  models: Map<unknown, JsonObject>;
}

/** Those that ended after that row, in order. */
export function* spentEnds(database: Database, afterSeq: number): Generator<RowEnd> {
  const asked = new Map<string, Asked>();
  for (let after = afterSeq; ;) {
    const page = readTogether(database, ENDS_SQL, after) as EndRow[];
    if (asked.size > ASKED_MOST) asked.clear();
    readAsked(
      database,
      asked,
      page.map(([, , , sample]) => sample),
    );
    for (const row of page) yield endOf(row, asked);
    if (page.length < PAGE) return;
    after = page.at(-1)?.[0] ?? after;
  }
}

const readTogether = (database: Database, sql: string, value: unknown): unknown =>
  JSON.parse(textOf(rowsAgain(database, sql, value)[0]?.[0]) ?? "[]");

/** Adds those that are not known yet. */
function readAsked(
  database: Database,
  asked: Map<string, Asked>,
  samples: readonly string[],
): void {
  const unknown = [...new Set(samples)].filter((sample) => !asked.has(sample));
  for (const sample of unknown) asked.set(sample, { asker: null, models: new Map() });
  const rows = readTogether(database, WHOSE_SQL, JSON.stringify(unknown)) as WhoseRow[];
  for (const [kind, sample, text] of rows) {
    const of = asked.get(sample);
    const facts = parsed(text);
    const [asker, id, model] = [facts["asker"], facts["attemptId"], facts["model"]];
    if (kind === "received" && isJsonObject(asker) && of !== undefined) of.asker ??= asker;
    else if (isJsonObject(model) && of?.models.has(id) === false) of.models.set(id, model);
  }
}

function endOf(
  [seq, atMs, kind, sample, facts]: EndRow,
  asked: ReadonlyMap<string, Asked>,
): RowEnd {
  const said = parsed(facts);
  const amounts = amountsIn(said, kind === "attempt-failed");
  const asker = asked.get(sample)?.asker;
  const model = asked.get(sample)?.models.get(said["attemptId"]);
  if (!asker || model === undefined || !isInstant(atMs)) {
    return { seq, atMs: isInstant(atMs) ? atMs : null, amounts, whose: null };
  }
  const whose = {
    atMs,
    ...{ serverId: text(asker["serverId"]), serverName: text(asker["name"]) },
    ...{ providerId: text(model["providerId"]), modelId: text(model["modelId"]) },
  };
  return { seq, atMs, amounts, whose };
}

/** What a desk wrote is of these types; what somebody else wrote may be anything, and then counts as not said. */
function amountsIn(said: JsonObject, failed: boolean): SpentAmounts {
  const usage = isJsonObject(said["usage"]) ? said["usage"] : {};
  const cost = isJsonObject(said["cost"]) ? said["cost"] : {};
  const [input, output] = [count(usage["inputTokens"]), count(usage["outputTokens"])];
  const usd = count(cost["usd"]);
  return amountsOf({
    outcome: failed ? "failed" : "done",
    usage: {
      ...(input === undefined ? {} : { inputTokens: input }),
      ...(output === undefined ? {} : { outputTokens: output }),
    },
    ...(usd === undefined ? {} : { cost: { usd, missing: cost["missing"] } }),
    tookMs: count(said["tookMs"]) ?? 0,
  });
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
    if (end.whose === null) check.addLoose(end.atMs, end.amounts);
    else check.add({ ...end.whose, ...end.amounts });
    yield end.seq;
  }
  const kept = readSpent(database, null);
  const differences = check.differences(kept);
  const differ = new Set(differences.map(groupKey));
  const isOf = (day: Parameters<typeof groupKey>[0]): boolean => differ.has(groupKey(day));
  const nobody = groupKey(NOBODY);
  return {
    ...{ ledger: nameIn(textOf(firstOf(database, FIRST_SQL)) ?? "") ?? "", differences, seq },
    ...{ rows: check.days().filter((day) => isOf(day) || groupKey(day) === nobody) },
    kept: kept.filter(isOf),
  };
}

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const count = (value: Json | undefined): number | undefined =>
  typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;

/** Within what a date can be, in every time zone (ECMA-262 §21.4.1.1). */
const isInstant = (ms: number): boolean => Math.abs(ms) <= 8.64e15 - 86_400_000;

function parsed(facts: string): JsonObject {
  try {
    const value = JSON.parse(facts) as Json;
    return isJsonObject(value) ? value : {};
  } catch {
    // Verifying finds it.
    return {};
  }
}
