// Tries rules on the newest requests of the history. Each is judged as the desk judges, by what was known of it then.
import { rowOf } from "#shared/filter/columns.ts";
import { factsOf } from "#shared/filter/facts.ts";
import type { FilterItem } from "#shared/filter/matches.ts";
import { indexText } from "#shared/filter/text.ts";
import { ownTextsOf } from "#shared/filter/texts.ts";
import { withoutDisabledKinds } from "#shared/findings/disabledKinds.ts";
import { findingsOf } from "#shared/findings/findings.ts";
import type { Inspection } from "#shared/findings/inspection.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type { DryRun, DryRunCounts, DryRunItem } from "#shared/contract/rules.ts";
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import type { HistoryRow } from "#shared/ledger/history.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { answerAlone, requestAt } from "#shared/rules/judge/atGate.ts";
import { compile, firstMatch, verdictOf } from "#shared/rules/judge/judge.ts";
import type { Compiled, RuleMatch, Verdict } from "#shared/rules/judge/judge.ts";
import { unsureOf } from "#shared/rules/judge/unsure.ts";
import {
  canBeRedacted,
  couldNotRedact,
  ruleRedactions,
  verdictInputOf,
} from "#shared/rules/judge/verdictInput.ts";
import { changed } from "#shared/rules/changed.ts";
import { gatesOf } from "#shared/rules/gates.ts";
import type { Rule, RuleGate } from "#shared/rules/rule.ts";
import { ruleQuery } from "#shared/rules/ruleQuery.ts";
import { isEdited } from "#shared/request/document/change.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Database } from "../../store/sql.ts";
import { readItem } from "./items.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { rowsShown } from "./shownRows.ts";
import { numberOf, rowsOnce } from "./sql.ts";

export interface DryRunOf {
  rules: readonly Rule[];
  /** Ids of the new or changed rules; empty for all. */
  news: readonly string[];
  /** How many of the newest requests to try them on. */
  count: number;
}

/** The most decisions that are listed. */
const LISTED_MOST = 1000;
const GATES = ["request", "response"] as const;
/** Which identity was approved at the time is not in the ledger, so it is not compared. */
const ANY_IDENTITY = "";

/** The files it reads; `off`: checks that the user turned off. */
export interface DryRunFiles {
  index: Database;
  ledger: LedgerFile;
  off?: readonly FindingKind[];
}

/** What the first rule that matches would have decided at a gate. */
interface PastDecision {
  rule: Rule;
  verdict: Verdict;
  /** The request as it was at the gate. */
  was: HeldRequest;
  isChanged: boolean;
}

export class DryRunJob {
  readonly #files: DryRunFiles;
  readonly #rules: Compiled;
  readonly #news: ReadonlySet<string>;
  readonly #nowMs: () => number;
  readonly #beganAtMs: number;
  /** Numbers of the requests in the index, newest first. */
  readonly #numbers: Float64Array;
  readonly #gates: DryRun["gates"] = { request: noCounts(), response: noCounts() };
  readonly #against: DryRunItem[] = [];
  readonly #overruling: DryRunItem[] = [];
  readonly #others: DryRunItem[] = [];
  #decisions = 0;
  #done = 0;
  #unjudged = 0;
  #passedOver = 0;

  private constructor(
    files: DryRunFiles,
    { rules, news, count }: Omit<DryRunOf, "news"> & { news: ReadonlySet<string> },
    nowMs: () => number,
  ) {
    this.#files = files;
    this.#rules = compile(rules);
    this.#news = news;
    this.#nowMs = nowMs;
    this.#beganAtMs = nowMs();
    this.#numbers = newest(files.index, count);
  }

  /** Fails if a rule's filter cannot be parsed. */
  static begin(
    files: DryRunFiles,
    { rules, news: changed, count }: DryRunOf,
    nowMs: () => number,
  ): Outcome<DryRunJob, Failure> {
    // An empty list means all rules.
    const news = new Set(changed.length === 0 ? rules.map(({ id }) => id) : changed);
    const ready = rules.map((rule) => readied(rule, news));
    const unreadable = ready.find(
      (rule) => rule.on && gatesOf(rule).some((gate) => ruleQuery(rule.when, gate) === null),
    );
    return unreadable === undefined
      ? ok(new DryRunJob(files, { rules: ready, news, count }, nowMs))
      : fail({ kind: "invalid-argument", channel: "rules.dryRun", detail: unreadable.id });
  }

  /** Judges the next request; false when there is none. Throws if the files cannot be read. */
  step(): boolean {
    const n = this.#numbers[this.#done];
    if (n === undefined) return false;
    this.#done += 1;
    const { index, ledger } = this.#files;
    const [row] = rowsShown(index, "shown WHERE n = ?", n);
    if (row === undefined) throw new Error("the index was changed");
    const { facts } = row;
    const read = readItem(ledger, facts.id);
    if (read === null || read.forgotten === "all") {
      this.#unjudged += 1;
      return true;
    }
    if (requestAt(read.request, "request") === null) {
      this.#passedOver += 1;
      return true;
    }
    for (const decision of this.#decisionsOn(read.request)) {
      if (this.#news.has(decision.rule.id)) this.#count(decision, read.request, facts);
    }
    return true;
  }

  result(): DryRun {
    const { request, response } = this.#gates;
    const all = [...this.#against, ...this.#overruling, ...this.#others];
    const items = all.slice(0, LISTED_MOST);
    return {
      judged: this.#done - this.#unjudged - this.#passedOver,
      total: numberOf(this.#files.index, "SELECT count(*) FROM item"),
      tookMs: Math.round(this.#nowMs() - this.#beganAtMs),
      allowed: request.allowed + response.allowed,
      refused: request.refused + response.refused,
      asked: request.asked + response.asked,
      changed: request.changed + response.changed,
      contradicted: request.contradicted + response.contradicted,
      overruled: request.overruled + response.overruled,
      held: request.held + response.held,
      gates: this.#gates,
      unjudged: this.#unjudged,
      passedOver: this.#passedOver,
      items,
      more: this.#decisions - items.length,
    };
  }

  #decisionsOn(request: HeldRequest): PastDecision[] {
    const { off = [] } = this.#files;
    const decisions: PastDecision[] = [];
    // A rule at gate 1 can require the user's approval at gate 2.
    const judged: Verdict[] = [];
    for (const gate of GATES) {
      const was = requestAt(request, gate);
      const match = was === null ? null : matchOf(this.#rules, was, gate, off);
      if (was === null || match === null) continue;
      const inspection = inspectionOf(was, match.rule, gate, off);
      const verdict = verdictOn(match, was, inspection, { gate, judged });
      const isChanged = verdict.changes !== undefined && doesChange(match.rule, was, inspection);
      judged.push(verdict);
      decisions.push({ rule: match.rule, verdict, was, isChanged });
      // A refused request never reaches gate 2.
      if (verdict.decide === "refuse" && verdict.held === undefined) break;
    }
    return decisions;
  }

  #count(decision: PastDecision, request: HeldRequest, facts: Facts): void {
    const { rule, verdict, isChanged } = decision;
    const { gate, decide, held } = verdict;
    const counts = this.#gates[gate];
    if (decide === "ask" || held !== undefined) counts.asked += 1;
    else if (decide === "refuse") counts.refused += 1;
    else counts.allowed += 1;
    if (held !== undefined) counts.held += 1;
    if (isChanged) counts.changed += 1;
    const against = held === undefined ? contradictionOf(decision, request, facts) : undefined;
    if (against !== undefined) counts.contradicted += 1;
    const decided =
      held === undefined && against === undefined ? decidedAbove(verdict, facts) : undefined;
    if (decided !== undefined) counts.overruled += 1;
    this.#decisions += 1;
    const others = decided === undefined ? this.#others : this.#overruling;
    const list = against === undefined ? others : this.#against;
    if (list.length >= LISTED_MOST) return;
    const [by = ""] = decidersAt(facts, gate);
    list.push({
      id: facts.id,
      receivedAtMs: facts.receivedAtMs,
      serverName: facts.serverName,
      firstWords: facts.firstWords,
      rule: verdict.rule,
      gate,
      decide,
      ...(isChanged ? { changes: rule.changes ?? {} } : {}),
      held,
      against,
      ...(decided === undefined ? {} : { overrules: { decided, rules: facts.rules } }),
      was: { state: facts.state, by, edited: facts.edited.includes(gate) },
    });
  }
}

/** The rule as it is tried: one to report on counts as on. */
const readied = (rule: Rule, news: ReadonlySet<string>): Rule => ({
  ...rule,
  on: rule.on || news.has(rule.id),
  ...(rule.server === undefined ? {} : { server: { ...rule.server, identity: ANY_IDENTITY } }),
});

function newest(index: Database, count: number): Float64Array {
  const sql = `SELECT json_group_array(n) FROM
                 (SELECT n FROM item ORDER BY received_ms DESC, n DESC LIMIT ?)`;
  const [row] = rowsOnce(index, sql, [count]);
  return Float64Array.from(JSON.parse(String(row?.[0] ?? "[]")) as number[]);
}

function matchOf(
  rules: Compiled,
  was: HeldRequest,
  gate: RuleGate,
  off: readonly FindingKind[],
): RuleMatch | null {
  let text: string | null = null;
  const facts = factsOf(was, off);
  const item: FilterItem = {
    row: rowOf(facts),
    indexed: () => (text ??= indexText(ownTextsOf(was))),
    unsure: unsureOf(was, facts),
  };
  return firstMatch(rules, item, {
    gate,
    nowMs: Date.now(),
    askedHash: was.askedHash,
    thread: was.origin.kind === "certain" ? was.origin.call.runId : null,
    judged: [],
    server: { id: was.requester.serverId, identity: ANY_IDENTITY, name: "own" },
  });
}

/** The rule's decision, by the same function as at the desk. */
function verdictOn(
  match: RuleMatch,
  was: HeldRequest,
  inspection: Inspection,
  context: { gate: RuleGate; judged: readonly Verdict[] },
): Verdict {
  const { rule } = match;
  const answer = context.gate === "request" ? null : answerAlone(was);
  const verdict = verdictOf(match, context, () => verdictInputOf(was, rule, answer, inspection));
  const isSent =
    context.gate === "request" && verdict.decide === "allow" && verdict.held === undefined;
  if (!isSent || canBeRedacted(was, rule, inspection)) return verdict;
  return { ...verdict, held: couldNotRedact(rule) };
}

/**
 * The inspection of the document that was decided on at this gate, without the checks in `off`. Values of those
 * checks are still redacted by the rule.
 */
function inspectionOf(
  was: HeldRequest,
  { changes }: Rule,
  gate: RuleGate,
  off: readonly FindingKind[],
): Inspection {
  const document =
    gate === "request" ? (was.proposed ?? was.asked) : answerAlone(was)?.state.generated;
  const inspected = (was.inspected ?? []).filter((one) => one.gate === gate);
  const all = {
    findings: [
      ...(document === undefined ? [] : findingsOf(document)),
      ...inspected.flatMap(({ findings }) => findings),
    ],
    more: inspected.reduce((sum, { more = 0, unseen = 0 }) => sum + more + unseen, 0),
    tookMs: 0,
  };
  return withoutDisabledKinds(all, off, changes?.redact);
}

/** Whether the rule's changes would have changed this request. */
function doesChange(rule: Rule, was: HeldRequest, inspection: Inspection): boolean {
  const { changes } = rule;
  if (changes === undefined || was.proposed === null) return false;
  return (
    changes.model !== undefined ||
    changed(was.proposed, changes) !== was.proposed ||
    ruleRedactions(was, rule, inspection).length > 0
  );
}

type Facts = HistoryRow["facts"];

/** The request ended at this gate. */
const endedAt = ({ endedAtMs, gate }: Facts, at: RuleGate): boolean =>
  endedAtMs !== null && gate === (at === "request" ? 1 : 2);

const decidersAt = ({ decidedBy1, decidedBy2 }: Facts, gate: RuleGate): Facts["decidedBy"] =>
  gate === "request" ? decidedBy1 : decidedBy2;

/** Whether a rule would have gone against the user's decision at the gate. */
function contradictionOf(
  { rule, verdict: { gate }, was }: PastDecision,
  request: HeldRequest,
  facts: Facts,
): DryRunItem["against"] {
  const person = decidedThen(facts, gate);
  if (person === null || rule.decide === "ask") return undefined;
  if (rule.decide === "refuse") return person === "approved" ? "approved" : undefined;
  if (person === "rejected") return "rejected";
  if (gate === "response") return tookAnother(facts, request, was) ? "edited" : undefined;
  return facts.edited.includes("request") && !doesTheSame(rule, request) ? "edited" : undefined;
}

/** What the user decided at the gate; null if they did not, or rejected everything pending at once. */
function decidedThen(facts: Facts, gate: RuleGate): "rejected" | "approved" | null {
  if (!decidersAt(facts, gate).includes("me")) return null;
  if (!endedAt(facts, gate)) return "approved";
  return facts.state === "rejected" ? "rejected" : null;
}

/** Whether the user edited the response, or chose another one than the first complete one. */
function tookAnother({ edited }: Facts, { phase }: HeldRequest, was: HeldRequest): boolean {
  if (edited.includes("response")) return true;
  const decided = phase.kind === "ended" ? phase.ending : phase;
  return "attemptId" in decided && decided.attemptId !== was.attempts.at(-1)?.id;
}

/** Whether the rule's changes to the request equal the user's. */
function doesTheSame({ changes }: Rule, request: HeldRequest): boolean {
  const approved = request.attempts[0]?.document;
  if (changes === undefined || approved === undefined || request.proposed === null) return false;
  return kindFactsOf(request).hasModel && !isEdited(changed(request.proposed, changes), approved);
}

/** What another rule decided at the gate without the user, if this one decides the opposite. */
function decidedAbove({ gate, decide }: Verdict, facts: Facts): "refused" | "allowed" | undefined {
  const by = decidersAt(facts, gate);
  if (decide === "ask" || !by.includes("rule") || by.includes("me")) return undefined;
  const then = facts.state === "refused" && endedAt(facts, gate) ? "refused" : "allowed";
  return (decide === "allow") === (then === "refused") ? then : undefined;
}

const noCounts = (): DryRunCounts => ({
  allowed: 0,
  refused: 0,
  asked: 0,
  changed: 0,
  contradicted: 0,
  overruled: 0,
  held: 0,
});
