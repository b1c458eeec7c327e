// Values in the index for the autocompletion of filters, the most frequent first.
import { BREAK } from "#shared/filter/columns.ts";
import type { HistoryKnown } from "#shared/ledger/history.ts";
import type { Database } from "../../store/sql.ts";
import { rowsOf } from "./sql.ts";

/** The most values of one kind. */
const MOST = 500;
const KINDS = ["servers", "programs", "models", "providers", "tools", "rules"] as const;

export function knownValues(index: Database): HistoryKnown {
  const sql = `SELECT iif(program = '', server, ''), program, model, provider, tool, rule, times
    FROM (SELECT alike, count(*) AS times FROM item GROUP BY alike) JOIN alike ON id = alike`;
  const counts = KINDS.map(() => new Map<string, number>());
  for (const row of rowsOf(index, sql)) {
    const times = Number(row[KINDS.length]);
    for (const [at, kind] of counts.entries()) {
      for (const value of String(row[at]).split(BREAK)) {
        if (value !== "") kind.set(value, (kind.get(value) ?? 0) + times);
      }
    }
  }
  const [servers, programs, models, providers, tools, rules] = counts.map((kind) =>
    [...kind]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, MOST)
      .map(([value]) => value),
  );
  return {
    servers: servers ?? [],
    programs: programs ?? [],
    models: models ?? [],
    providers: providers ?? [],
    tools: tools ?? [],
    rules: rules ?? [],
  };
}
