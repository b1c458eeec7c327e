// A rule that is proposed for requests like one: what of the history it matches, what it misses by one part, and edits
// of the person's that could become a change.
import { BREAK, rowOf } from "../../../../src-shared/filter/columns.ts";
import { factsOf } from "../../../../src-shared/filter/facts.ts";
import { parse } from "../../../../src-shared/filter/parse.ts";
import { toSql } from "../../../../src-shared/filter/toSql.ts";
import type {
  RuleExample,
  RulePart,
  RuleProposal,
} from "../../../../src-shared/policy/rules/proposal.ts";
import { fromJsonText } from "../../../../src-shared/ledger/history.ts";
import type { HistoryRow } from "../../../../src-shared/ledger/history.ts";
import { fail, ok } from "../../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../../src-shared/outcome.ts";
import { offersOf } from "../../../../src-shared/policy/rules/offers.ts";
import type { DecidedRequest, Offers } from "../../../../src-shared/policy/rules/offers.ts";
import { propose } from "../../../../src-shared/policy/rules/propose.ts";
import type { RuleGate } from "../../../../src-shared/policy/rules/rule.ts";
import type { Sample } from "../../../../src-shared/sampling/life/sample.ts";
import type { Database } from "../../sql.ts";
import { readItem } from "../items.ts";
import type { LedgerFile } from "../ledgerFile.ts";
import { PAST } from "../past.ts";
import { rowsOf, rowsOnce } from "../sql.ts";
import { gateView } from "./gateView.ts";

/** Examples of each kind that are shown. */
const MATCHES_MOST = 10;
const MISSES_MOST = 10;
/** Misses by the same part that are shown, and how many near ones are looked at to find some of each. */
const MISSES_OF_A_PART = 2;
const NEAR_MOST = 400;
/** Decisions of the person's that are looked through for edits. */
const DECIDED_MOST = 100;

interface Files {
  index: Database;
  ledger: LedgerFile;
}

export function proposalOf(
  files: Files,
  sampleId: string,
  gate: RuleGate,
): Outcome<RuleProposal, Failure> {
  const read = readItem(files.ledger, sampleId);
  if (read === null) return fail({ kind: "not-found", what: "sample" });
  if (read.forgotten === "all") return fail({ kind: "content-forgotten" });
  const { sample } = read;
  const proposed = propose(sample, gate);
  if (proposed === null) return fail({ kind: "content-forgotten" });
  const examples = examplesOf(files.index, proposed.parts, { gate, sampleId });
  const offers = gate === "request" ? offersFor(files, sample) : {};
  const { serverId: id, name } = sample.asker;
  return ok({
    ...proposed,
    server: { id, name },
    exactly: sample.askedHash,
    ...examples,
    ...told(offers),
  });
}

function told({
  system,
  maxTokens,
  model,
}: Offers): Pick<RuleProposal, "edit" | "lower" | "route"> {
  return {
    ...(system === undefined
      ? {}
      : {
          edit: {
            system: { from: system.from, to: system.to },
            times: system.times,
          },
        }),
    ...(maxTokens === undefined
      ? {}
      : { lower: { maxTokens: maxTokens.to, times: maxTokens.times } }),
    ...(model === undefined ? {} : { route: { model: model.ref, times: model.times } }),
  };
}

type Examples = Pick<RuleProposal, "matches" | "misses" | "matched">;

/** One walk over the index: how many parts each request fits, and which is the one that it does not. */
function examplesOf(
  index: Database,
  parts: readonly RulePart[],
  { gate, sampleId }: { gate: RuleGate; sampleId: string },
): Examples {
  const conditions = parts.map(({ text }) => conditionOf(text));
  const params = conditions.flatMap(({ params }) => params);
  const fits = conditions.map(({ sql }, at) => `${sql} AS p${at}`).join(", ");
  const sum = conditions.map((_, at) => `p${at}`).join(" + ");
  const missed = conditions.map((_, at) => `WHEN NOT p${at} THEN ${at}`).join(" ");
  const came = gate === "request" ? PAST.request : PAST.response;
  const view = `(SELECT r.n, r.received_ms, ${fits} FROM ${gateView(gate)} r
                 WHERE (r.past & ${came}) <> 0 AND r.forgotten < 2)`;
  const matching = `SELECT n, count(*) OVER () FROM ${view} WHERE ${sum} = ${parts.length}
                    ORDER BY received_ms DESC, n DESC LIMIT ${MATCHES_MOST + 1}`;
  const near = `SELECT n, CASE ${missed} END FROM ${view} WHERE ${sum} = ${parts.length - 1}
                ORDER BY received_ms DESC, n DESC LIMIT ${NEAR_MOST}`;
  const found = rowsOnce(index, matching, params);
  const matches = found
    .flatMap(([n]) => exampleOf(index, Number(n)) ?? [])
    .filter(({ id }) => id !== sampleId)
    .slice(0, MATCHES_MOST);
  return {
    matches,
    misses: missesOf(index, parts, rowsOnce(index, near, params)),
    matched: Number(found[0]?.[1] ?? 0),
  };
}

function conditionOf(text: string): { sql: string; params: (string | number)[] } {
  const { query } = parse(text);
  // As `propose` printed it.
  if (query === null) throw new Error(`no filter: ${text}`);
  return toSql(query, { nowMs: Date.now(), text: () => ({ sql: "0", params: [] }), table: "r" });
}

/** Of each part a few. */
function missesOf(
  index: Database,
  parts: readonly RulePart[],
  near: readonly (readonly unknown[])[],
): RuleExample[] {
  const counts = new Map<string, number>();
  const misses: RuleExample[] = [];
  for (const [n, at] of near) {
    const part = parts[Number(at)]?.text ?? "";
    const count = counts.get(part) ?? 0;
    if (count >= MISSES_OF_A_PART) continue;
    counts.set(part, count + 1);
    const example = exampleOf(index, Number(n));
    if (example !== null) misses.push({ ...example, part });
    if (misses.length >= MISSES_MOST) break;
  }
  return misses;
}

function exampleOf(index: Database, n: number): RuleExample | null {
  const [row] = rowsOf(index, "SELECT row FROM shown WHERE n = ?", n);
  if (row === undefined) return null;
  // As this thread wrote it.
  const { id, receivedAtMs, serverName, firstWords } = fromJsonText<HistoryRow>(
    String(row[0]),
  ).facts;
  return { id, receivedAtMs, serverName, firstWords };
}

/** What the person made of requests of the same server and call. */
function offersFor({ index, ledger }: Files, sample: Sample): Offers {
  if (sample.proposed === null) return {};
  const { server, call } = rowOf(factsOf(sample));
  const sql = `SELECT json_extract(s.row, '$.facts.id') FROM item i JOIN shown s ON s.n = i.n
               WHERE i.server = ? AND i.call = ? AND instr(i.decided_by1, ?) > 0 AND i.attempts > 0
                 AND i.forgotten < 2 ORDER BY i.received_ms DESC, i.n DESC LIMIT ${DECIDED_MOST}`;
  const rows = rowsOf(index, sql, server, call, `${BREAK}me${BREAK}`);
  const decided = rows.flatMap(([id]) => decidedIn(readItem(ledger, String(id))?.sample) ?? []);
  return offersOf(decided, sample.proposed);
}

function decidedIn(sample: Sample | undefined): DecidedRequest | null {
  const [attempt] = sample?.attempts ?? [];
  if (sample === undefined || sample.proposed === null || attempt === undefined) return null;
  if (attempt.by.kind !== "person") return null;
  // Where values were replaced the document is not what the person made of it.
  if (attempt.redacted !== undefined) return null;
  return { asked: sample.proposed, approved: attempt.document, model: attempt.model };
}
