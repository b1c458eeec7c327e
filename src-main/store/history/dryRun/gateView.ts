// The table `item` as it was when rules could decide: columns that were filled later have their earlier value. It
// must agree, together with `past.ts`, with the facts of `sampleAt`; a test compares them.
import { COLUMNS } from "#shared/filter/columns.ts";
import type { ColumnName } from "#shared/filter/columns.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";

const names = Object.keys(COLUMNS) as ColumnName[];

/** An SQL expression for these words, delimited by line breaks. */
const words = (...all: string[]): string =>
  [...all.map((one) => `char(10) || '${one}'`), "char(10)"].join(" || ");

/** The column without these words. */
function without(column: string, ...gone: string[]): string {
  const left = gone.reduce((sql, word) => `replace(${sql}, ${words(word)}, char(10))`, column);
  return `CASE WHEN ${left} = char(10) THEN '' ELSE ${left} END`;
}

/** The `stands` column of a request that is pending at a gate. */
const standing = (state: string): string => {
  const open = [state, "open", "waiting"];
  return `CASE WHEN instr(stands, ${words("unencrypted")}) > 0 THEN ${words(...open, "unencrypted")} ELSE ${words(...open)} END`;
};

const OPEN: Partial<Record<ColumnName, string>> = {
  reason: "''",
  ended_ms: "NULL",
  waited_ms: "NULL",
  more: "0",
  decided_by2: "''",
};

const AS_IT_WAS: Record<RuleGate, Partial<Record<ColumnName, string>>> = {
  request: {
    ...OPEN,
    stands: standing("request"),
    gate: "1",
    decided_by: "''",
    decided_by1: "''",
    rule: "''",
    model: "''",
    provider: "''",
    answered_by: "''",
    stop_reason: "''",
    tokens_in: "NULL",
    tokens_out: "NULL",
    tokens: "NULL",
    cost_usd: "NULL",
    attempts: "0",
    failures: "0",
    edited: "''",
    took_ms: "NULL",
    findings: "findings1",
    finding: "finding1",
    has: `CASE WHEN findings1 > 0 THEN ${without("has", "answer", "candidates", "failure")}
          ELSE ${without("has", "findings", "answer", "candidates", "failure")} END`,
  },
  response: {
    ...OPEN,
    stands: `${standing("response")} || CASE WHEN instr(edited, char(10) || 'request' || char(10)) THEN 'edited' || char(10) ELSE '' END`,
    gate: "2",
    decided_by: "decided_by1",
  },
};

/** Columns that filters do not use: the current state of the request, and what is needed to restore the past. */
const BESIDE = [
  "n",
  "forgotten",
  "past",
  "asked_hash",
  "found1",
  "stands AS is_now",
  "gate AS gate_now",
  "decided_by1 AS by1_now",
  "decided_by2 AS by2_now",
  "edited AS edited_now",
];

/** A subquery in parentheses, with every column of `item` as it was at the gate. */
export function gateView(gate: RuleGate): string {
  const past = AS_IT_WAS[gate];
  const columns = names.map((name) => (name in past ? `${past[name]} AS ${name}` : name));
  return `(SELECT ${[...BESIDE, ...columns].join(", ")} FROM item)`;
}
