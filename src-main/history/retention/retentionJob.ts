// Finds what is due for deletion and what that would free, in one consistent state of the ledger, while main may
// write it.
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import type { RetentionReach } from "#shared/ledger/retention.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { optionsFor } from "../index/sql.ts";
import { notRecorded } from "../../store/notRecorded.ts";
import type { Database } from "../../store/sql.ts";
import { readHoldersBefore, readHoldings } from "./holdings.ts";
import type { HeldContents } from "./holdings.ts";
import { dueOf, reachOf, weightOf } from "./reach.ts";
import type { DueItem, RetentionRule } from "./reach.ts";

/** Queries to the ledger: items that are due, what rules would delete, what deleting these items would free. */
export type RetentionCall =
  | { kind: "due"; rules: readonly RetentionRule[]; most: number }
  | { kind: "reach"; rules: readonly RetentionRule[] }
  | { kind: "weigh"; items: readonly DueItem[] };

export interface RetentionJob {
  kind: "retention";
  ledger: string;
  /** The ledger's encryption key, or null. */
  key: string | null;
  ask: RetentionCall;
}

export interface RetentionAnswer {
  /** Oldest first. */
  due: DueItem[];
  /** How many more are due beyond `most`. */
  left: number;
  reach: RetentionReach;
}

/** How long a read waits for a lock, in milliseconds. */
const BUSY_MS = 2000;

/** Yields its progress. */
export function* retentionJob({
  ledger,
  key,
  ask,
}: RetentionJob): Generator<{ done: number; total: number }, Outcome<RetentionAnswer, Failure>> {
  let database: Database | null = null;
  try {
    const address = `${pathToFileURL(ledger).href}?mode=ro`;
    database = new Libsql(address, optionsFor(key, BUSY_MS));
    database.pragma("query_only = ON");
    database.exec("BEGIN");
    const holdings = yield* holdingsFor(ask, database);
    // End the transaction: an open one would keep content that is deleted next in the WAL.
    const answer = answerOf(holdings, ask);
    database.exec("COMMIT");
    return ok(answer);
  } catch (error) {
    return fail(notRecorded(error));
  } finally {
    database?.close();
  }
}

/** What is due by age alone is asked every hour, so it reads only what is old. */
function* holdingsFor(
  ask: RetentionCall,
  database: Database,
): Generator<{ done: number; total: number }, HeldContents> {
  const byAge =
    ask.kind === "due" && ask.rules.every((rule) => rule.bytesMost === null && !rule.textOnly);
  if (!byAge) return yield* readHoldings(database);
  const beforeMs = Math.max(...ask.rules.map(({ endedBeforeMs }) => endedBeforeMs ?? 0));
  const holders = yield* readHoldersBefore(database, beforeMs);
  return { holders, bytes: new Map(), mediaOf: () => [] };
}

function answerOf(holdings: HeldContents, ask: RetentionJob["ask"]): RetentionAnswer {
  if (ask.kind === "weigh") return { due: [], left: 0, reach: weightOf(holdings, ask.items) };
  const reach = reachOf(holdings, ask.rules);
  if (ask.kind === "reach") return { due: [], left: 0, reach };
  const due = dueOf(holdings, ask.rules);
  return { due: due.slice(0, ask.most), left: Math.max(0, due.length - ask.most), reach };
}
