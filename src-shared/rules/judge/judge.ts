// What the user's rules decide about a request or response: the first rule that matches decides alone. Pure: the desk
// asks, records the decision and carries it out.
import { FIELDS } from "../../filter/fields.ts";
import { asksForAny, testOf } from "../../filter/matches.ts";
import type { FilterItem, Test } from "../../filter/matches.ts";
import type { FilterQuery } from "../../filter/query.ts";
import type { Inspection } from "../../findings/inspection.ts";
import type { ModelRef } from "../../models/model.ts";
import { namedFindings, unnamed } from "../namedFindings.ts";
import type { NamedFindings } from "../namedFindings.ts";
import { gatesOf } from "../gates.ts";
import type { Rule, RuleGate } from "../rule.ts";
import { ruleQuery } from "../ruleQuery.ts";
import { CALL_COLUMNS, NAME_COLUMNS } from "./unsure.ts";
import type { HeldBack, Judged, ServerStanding } from "../judged.ts";

/** A rule with its parsed expression. */
interface Ready {
  rule: Rule;
  query: FilterQuery;
  fits: Matcher;
  named: NamedFindings;
}

/** Whether an expression matches; `unsure` when that depends on columns that are not known for certain. */
export type Matcher = (item: FilterItem, nowMs: number) => boolean | "unsure";

/** The enabled rules in order, by gate. */
export interface Compiled {
  /** The rules that were compiled, disabled ones included. */
  rules: readonly Rule[];
  byGate: Record<RuleGate, readonly Ready[]>;
}

/**
 * Parses the expressions once and reuses those of `before`. A rule with an invalid expression is skipped: its file
 * has a fault, so that no rule is evaluated anyway.
 */
export function compile(rules: readonly Rule[], before: Compiled | null = null): Compiled {
  const at = (gate: RuleGate): Ready[] => {
    const known = new Map(before?.byGate[gate].map((ready) => [ready.rule.when, ready]));
    return rules.flatMap((rule): Ready[] => {
      if (!rule.on || !gatesOf(rule).includes(gate)) return [];
      const same = known.get(rule.when);
      if (same !== undefined) return [{ ...same, rule }];
      const query = ruleQuery(rule.when, gate);
      if (query === null) return [];
      return [{ rule, query, fits: matcherOf(query), named: namedFindings(query) }];
    });
  };
  return { rules, byGate: { request: at("request"), response: at("response") } };
}

/** Compiles an expression for rules, which, unlike a search, do not rely on anything uncertain. */
export function matcherOf(query: FilterQuery): Matcher {
  const [may, must] = [testNow(query, true), testNow(query, false)];
  return (item, nowMs) => {
    if (!may(item, nowMs)) return false;
    return item.unsure === undefined || item.unsure.size === 0 || must(item, nowMs) || "unsure";
  };
}

/** Expressions with dates such as `today` or `7d` are evaluated relative to the current time. */
function testNow(
  query: FilterQuery,
  assumed: boolean,
): (item: FilterItem, nowMs: number) => boolean {
  if (asksForTime(query)) return (item, nowMs) => testOf(query, nowMs, assumed)(item);
  const test: Test = testOf(query, 0, assumed);
  return (item) => test(item);
}

function asksForTime(query: FilterQuery): boolean {
  if (query.kind === "and" || query.kind === "or") return query.of.some(asksForTime);
  if (query.kind === "not") return asksForTime(query.of);
  return "field" in query && FIELDS[query.field].kind === "date";
}

/** What is known when the rules are evaluated. */
export interface JudgeContext {
  gate: RuleGate;
  nowMs: number;
  /** SHA-256 (hex) of the canonical `params`. */
  askedHash: string;
  /** The `runId` of its call, where that is certain. */
  thread: string | null;
  /** What rules have decided about this request before. */
  judged: readonly Judged[];
  server: { id: string } & ServerStanding;
}

/** A rule that matches a request, for certain or perhaps. */
export interface RuleMatch {
  rule: Rule;
  query: FilterQuery;
  named: NamedFindings;
  /** Why it is uncertain whether the rule matches: then neither it nor any later rule decides. */
  unsure?: HeldBack;
}

/** The first rule that matches or may match; null when the user is asked. */
export function firstMatch(
  { byGate }: Compiled,
  item: FilterItem,
  context: JudgeContext,
): RuleMatch | null {
  for (const { rule, query, fits, named } of byGate[context.gate]) {
    if (!isForServer(rule, context.server.id)) continue;
    const lapse = lapseOf(rule, context);
    const isAnyRun = lapse === "run" && item.unsure?.has("thread") === true;
    if (lapse !== null && !isAnyRun) continue;
    const matched = fits(item, context.nowMs);
    if (matched === false) continue;
    const isUnsure = isAnyRun || matched === "unsure";
    const unsure = isOther(rule, context)
      ? ({ kind: "server", why: "other" } as const)
      : isUnsure
        ? whyUnsure(query, item, context)
        : undefined;
    return { rule, query, named, ...(unsure === undefined ? {} : { unsure }) };
  }
  return null;
}

/** True for a rule without a server, or with this one. */
export const isForServer = ({ server }: Pick<Rule, "server">, id: string): boolean =>
  server === undefined || server.id === id;

/** True when the rule names this server, but with another identity. */
const isOther = ({ server }: Rule, context: JudgeContext): boolean =>
  server !== undefined && server.identity !== context.server.identity;

function whyUnsure(
  query: FilterQuery,
  { unsure }: FilterItem,
  { server: { name } }: JudgeContext,
): HeldBack {
  const asksForName = name !== "own" && asksForAny(query, NAME_COLUMNS);
  if (asksForName) return { kind: "server", why: name };
  const asksForCalls = unsure?.has("calls") === true && asksForAny(query, CALL_COLUMNS);
  return asksForCalls ? { kind: "long-call" } : { kind: "origin" };
}

/** The rule has expired, has no uses left, or is for another call or for one other request. */
export type Lapse = "time" | "uses" | "run" | "exactly";

/**
 * Why the rule does not apply to this request now; null when it does. A rule with limited uses still applies to a
 * request that it has already decided about.
 */
export function lapseOf(
  { id, exactly, holds }: Rule,
  { nowMs, askedHash, thread, judged }: JudgeContext,
): Lapse | null {
  if (exactly !== undefined && exactly !== askedHash) return "exactly";
  switch (holds.kind) {
    case "always":
    case "session":
      return null;
    case "until":
      return nowMs < holds.atMs ? null : "time";
    case "thread":
      return holds.thread === thread ? null : "run";
    case "uses":
      return holds.left > 0 || hasDecided(id, judged) ? null : "uses";
  }
}

/** Whether the rule has already decided about this request, which counts as one use. */
export const hasDecided = (ruleId: string, judged: readonly Judged[]): boolean =>
  judged.some(({ rule, held }) => rule.id === ruleId && held === undefined);

/** What the desk knows of a request or response besides the columns of filters. */
export interface VerdictInput {
  /** Null when it could not be scanned in time. */
  inspection: Inspection | null;
  /** The server or one of its tools has changed since the user last approved it. */
  identityChanged: boolean;
  /** It has flags that the user has to resolve. */
  flagged: boolean;
  /** A tool call of the response has a placeholder that was not restored; absent: no. */
  placeholder?: boolean;
  /** The limit or budget that is reached, or null. */
  limit: string | null;
  /** No rule can allow it, as it isn't understood whole; absent: no. */
  notUnderstood?: true;
  /** At gate 1: the model that it would go to, null when there is none; absent when unknown, as for past requests. */
  model?: ModelRef | null;
}

/** The decision of the rules, or null when none matches. */
export function judge(
  compiled: Compiled,
  item: FilterItem,
  context: JudgeContext,
  standing: (rule: Rule) => VerdictInput,
): { rule: Rule; query: FilterQuery; said: Verdict } | null {
  const found = firstMatch(compiled, item, context);
  if (found === null) return null;
  const { rule, query } = found;
  return { rule, query, said: verdictOf(found, context, standing) };
}

/** A rule's decision, without its time. */
export type Verdict = Omit<Judged, "atMs">;

/**
 * What a matching rule decides at a gate. The desk and dry runs share this, so that they agree. `standing` is only
 * called where it matters.
 */
export function verdictOf(
  { rule, named, unsure }: Omit<RuleMatch, "query">,
  { gate, judged }: Pick<JudgeContext, "gate"> & { judged: readonly Omit<Judged, "atMs">[] },
  standing: (rule: Rule) => VerdictInput,
): Verdict {
  const { id, name, decide, changes, secondLook, team } = rule;
  const asksTeam = gate === "request" && decide === "ask" && team === true;
  const said: Verdict = {
    gate,
    rule: { id, name },
    decide,
    ...(gate === "request" && changes !== undefined && unsure === undefined ? { changes } : {}),
    ...(gate === "request" && secondLook === true ? { secondLook } : {}),
    ...(asksTeam && unsure === undefined ? { team } : {}),
  };
  if (unsure !== undefined) return { ...said, held: unsure };
  const look = gate === "response" ? judged.find((one) => one.secondLook) : undefined;
  if (look !== undefined && decide !== "ask") {
    return { ...said, held: { kind: "second-look", rule: look.rule.name } };
  }
  if (decide !== "allow") return said;
  const stands = standing(rule);
  const held = heldBack(rule, named, gate, stands);
  if (held !== null) return { ...said, held };
  const { model } = stands;
  return gate === "request" && model !== null && model !== undefined ? { ...said, model } : said;
}

/** Why a rule with `allow` does not approve, most important reason first; null when it does. */
function heldBack(
  { changes }: Rule,
  named: NamedFindings,
  gate: RuleGate,
  { inspection, identityChanged, flagged, placeholder, limit, model, notUnderstood }: VerdictInput,
): HeldBack | null {
  if (identityChanged) return { kind: "identity" };
  if (inspection === null) return { kind: "not-inspected" };
  const { findings, more, unseen = 0 } = inspection;
  // With findings or places missing from the scan, neither redaction nor a list of named findings is complete.
  const isRedacted = gate === "request" && changes?.redact !== undefined;
  if (more + unseen > 0 && (named !== "all" || isRedacted)) return { kind: "not-inspected" };
  const high = findings.filter(({ severity }) => severity === "high").map(({ kind }) => kind);
  // Findings that the rule redacts need no approval at gate 1.
  const groups = unnamed(named, high).filter(
    (group) => gate !== "request" || changes?.redact?.some((one) => one === group) !== true,
  );
  if (groups.length > 0) return { kind: "findings", groups };
  if (flagged) return { kind: "flags" };
  if (placeholder === true) return { kind: "placeholder" };
  if (notUnderstood === true) return { kind: "not-understood" };
  if (limit !== null) return { kind: "limit", reason: limit };
  return gate === "request" && model === null ? { kind: "no-model" } : null;
}
