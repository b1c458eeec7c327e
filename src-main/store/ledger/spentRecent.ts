// What each generation of the last while took, read from the newest rows of the ledger backwards.
import { isJsonObject } from "../../../src-shared/json.ts";
import type { Json, JsonObject } from "../../../src-shared/json.ts";
import { spendOf } from "../../../src-shared/policy/limits/budget.ts";
import type { SpentThen } from "../../desk/ports.ts";
import type { Database } from "../sql.ts";
import { asBytes, textOf } from "../texts.ts";

/** Rows stand in the order in which they were written; a clock that was set back puts a few of them out of time. */
const SLACK_MS = 600_000;

/** Generations that ended after `sinceMs`, oldest first, by their facts alone: no content is read. */
export function readRecent(database: Database, sinceMs: number): SpentThen[] {
  const ends = database.prepare(
    `SELECT seq, at_ms, ${asBytes("kind")}, ${asBytes("sample")}, ${asBytes("facts")} FROM event WHERE seq < ? AND seq > 0 ORDER BY seq DESC LIMIT 500`,
  );
  const asker = database.prepare(
    `SELECT ${asBytes("facts")} FROM event WHERE sample = ? AND kind = 'received' ORDER BY seq LIMIT 1`,
  );
  const found: SpentThen[] = [];
  const servers = new Map<string, string>();
  const serverOf = (sample: string): string => {
    const known = servers.get(sample);
    if (known !== undefined) return known;
    const [row] = asker.raw().all(sample) as unknown[][];
    const facts = parsed(textOf(row?.[0]));
    const id = isJsonObject(facts["asker"]) ? String(facts["asker"]["serverId"] ?? "") : "";
    servers.set(sample, id);
    return id;
  };
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = ends.raw().all(before) as unknown[][];
    for (const [seq, at, kind, sample, facts] of rows) {
      before = Number(seq);
      const atMs = Number(at);
      const what = textOf(kind);
      if (atMs < sinceMs - SLACK_MS) return found.toReversed();
      if (atMs < sinceMs || (what !== "attempt-done" && what !== "attempt-stopped")) continue;
      found.push({
        ...spentOf(parsed(textOf(facts))),
        serverId: serverOf(String(textOf(sample))),
        atMs,
      });
    }
    if (rows.length === 0) return found.toReversed();
  }
}

function spentOf(facts: JsonObject) {
  const usage = isJsonObject(facts["usage"]) ? facts["usage"] : {};
  const cost = isJsonObject(facts["cost"]) ? facts["cost"] : null;
  const number = (value: Json | undefined): number => (typeof value === "number" ? value : 0);
  const tokens = number(usage["inputTokens"]) + number(usage["outputTokens"]);
  const whole = cost !== null && cost["missing"] === undefined;
  const spend = spendOf(tokens, whole ? { usd: number(cost["usd"]) } : null);
  return { ...spend, usd: cost === null ? 0 : number(cost["usd"]) };
}

function parsed(text: unknown): JsonObject {
  try {
    const value = JSON.parse(typeof text === "string" ? text : "{}") as Json;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
