// What the operator's rules say of a request or an answer: the first that matches decides, nothing else does. Pure: the
// desk asks, records what is said, and does it.
import { FIELDS } from "../../filter/fields.ts";
import { asksForAny, testOf } from "../../filter/matches.ts";
import type { FilterItem, Test } from "../../filter/matches.ts";
import type { FilterQuery } from "../../filter/query.ts";
import type { Inspection } from "../../inspect/inspection.ts";
import type { ModelRef } from "../../models/model.ts";
import { namedFindings, unnamed } from "../rules/namedFindings.ts";
import type { NamedFindings } from "../rules/namedFindings.ts";
import type { Rule, RuleGate } from "../rules/rule.ts";
import { ruleQuery } from "../rules/ruleQuery.ts";
import { NAME_COLUMNS } from "./unsure.ts";
import type { HeldBack, Judged, ServerStanding } from "../judged.ts";

/** A rule whose expression is read. */
interface Ready {
  rule: Rule;
  query: FilterQuery;
  fits: Fits;
  named: NamedFindings;
}

/** Whether an expression fits; `unsure`: that hangs on what is not known for certain. */
export type Fits = (item: FilterItem, nowMs: number) => boolean | "unsure";

/** Rules that can be asked, in their order, by gate. */
export interface Compiled {
  /** As they were given. */
  rules: readonly Rule[];
  byGate: Record<RuleGate, readonly Ready[]>;
}

/**
 * Reads the expressions once. One that cannot be read matches nothing: the file that holds it is broken, so that no
 * rule is asked anyway. Rules that are known of `before` are not read again.
 */
export function compile(rules: readonly Rule[], before: Compiled | null = null): Compiled {
  const known = new Map<string, Ready>();
  for (const gate of ["request", "response"] as const) {
    for (const ready of before?.byGate[gate] ?? []) known.set(ready.rule.when, ready);
  }
  const ready = rules.flatMap((rule): Ready[] => {
    if (!rule.on) return [];
    const same = known.get(rule.when);
    if (same !== undefined) return [{ ...same, rule }];
    const query = ruleQuery(rule.when);
    if (query === null) return [];
    return [{ rule, query, fits: fitsOf(query), named: namedFindings(query) }];
  });
  const at = (gate: RuleGate): Ready[] =>
    ready.filter(({ rule }) => rule.gate === gate || rule.gate === "both");
  return { rules, byGate: { request: at("request"), response: at("response") } };
}

/** Reads an expression as rules do: unlike a search, a rule relies on nothing that is not known for certain. */
export function fitsOf(query: FilterQuery): Fits {
  const [may, must] = [testNow(query, true), testNow(query, false)];
  return (item, nowMs) => {
    if (!may(item, nowMs)) return false;
    return item.unsure === undefined || item.unsure.size === 0 || must(item, nowMs) || "unsure";
  };
}

/** An expression that asks for `today` or `7d` asks for another time each time. */
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

/** What is known when the rules are asked. */
export interface JudgeContext {
  gate: RuleGate;
  nowMs: number;
  /** SHA-256 of the canonical `params`. */
  askedHash: string;
  /** The run that it surely belongs to. */
  thread: string | null;
  /** What rules have said of the same request before. */
  judged: readonly Judged[];
  server: { id: string } & ServerStanding;
}

/** A rule that matches a request, for certain or perhaps. */
export interface Found {
  rule: Rule;
  query: FilterQuery;
  named: NamedFindings;
  /** Why nobody can say whether it matches: then it decides nothing, and no rule below it does. */
  unsure?: HeldBack;
}

/** The first rule that matches, or may; null: the user is asked. */
export function firstMatch(
  { byGate }: Compiled,
  item: FilterItem,
  context: JudgeContext,
): Found | null {
  for (const { rule, query, fits, named } of byGate[context.gate]) {
    if (!isForServer(rule, context.server.id)) continue;
    const lapse = lapseOf(rule, context);
    const isAnyRun = lapse === "run" && item.unsure?.has("thread") === true;
    if (lapse !== null && !isAnyRun) continue;
    const fit = fits(item, context.nowMs);
    if (fit === false) continue;
    const isUnsure = isAnyRun || fit === "unsure";
    const unsure = isOther(rule, context)
      ? ({ kind: "server", why: "other" } as const)
      : isUnsure
        ? whyUnsure(query, context)
        : undefined;
    return { rule, query, named, ...(unsure === undefined ? {} : { unsure }) };
  }
  return null;
}

/** It is for the server of that id, or for any. */
export const isForServer = ({ server }: Pick<Rule, "server">, id: string): boolean =>
  server === undefined || server.id === id;

/** It is for this server, but not for what that is by now. */
const isOther = ({ server }: Rule, context: JudgeContext): boolean =>
  server !== undefined && server.identity !== context.server.identity;

function whyUnsure(query: FilterQuery, { server: { name } }: JudgeContext): HeldBack {
  const asksForName = name !== "own" && asksForAny(query, NAME_COLUMNS);
  return asksForName ? { kind: "server", why: name } : { kind: "origin" };
}

/** Its time is over; it has no use left; it is for another run, or for another very request. */
export type Lapse = "time" | "uses" | "run" | "exactly";

/**
 * Why the rule does not hold now, for this request; null: it holds. One with uses that has decided about the request
 * holds for it to its end.
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

/** Whether the rule has decided something about the same request: that was its use. */
export const hasDecided = (ruleId: string, judged: readonly Judged[]): boolean =>
  judged.some(({ rule, held }) => rule.id === ruleId && held === undefined);

/** What the desk knows of a request or an answer beside what filters ask for. */
export interface Standing {
  /** Null: it could not be scanned in time. */
  inspection: Inspection | null;
  /** The server, or a tool of it, is not what it was when the user last approved. */
  identityChanged: boolean;
  /** Something in it has to be settled by the user. */
  flagged: boolean;
  /** A limit or budget that is reached. */
  limit: string | null;
  /** At the gate of the request: where it would go; absent where nobody knows, as of the past. */
  model?: ModelRef | null;
}

/** What the rules say, or null: no rule matches. The order of the reasons is that in which the user would name them. */
export function judge(
  compiled: Compiled,
  item: FilterItem,
  context: JudgeContext,
  standing: (rule: Rule) => Standing,
): { rule: Rule; query: FilterQuery; said: Said } | null {
  const found = firstMatch(compiled, item, context);
  if (found === null) return null;
  const { rule, query } = found;
  return { rule, query, said: says(found, context, standing) };
}

/** What a rule says of one thing. */
export type Said = Omit<Judged, "atMs">;

/**
 * What a rule that matches says at a gate. Whoever asks, the desk now or a dry run of the past, is told the same of the
 * same; `standing` is asked for where it matters alone.
 */
export function says(
  { rule, named, unsure }: Omit<Found, "query">,
  { gate, judged }: Pick<JudgeContext, "gate"> & { judged: readonly Omit<Judged, "atMs">[] },
  standing: (rule: Rule) => Standing,
): Said {
  const { id, name, decide, changes, secondLook } = rule;
  const said: Said = {
    gate,
    rule: { id, name },
    decide,
    ...(gate === "request" && changes !== undefined && unsure === undefined ? { changes } : {}),
    ...(gate === "request" && secondLook === true ? { secondLook } : {}),
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

/** Why `allow` does not let it pass by itself. */
function heldBack(
  { changes }: Rule,
  named: NamedFindings,
  gate: RuleGate,
  { inspection, identityChanged, flagged, limit, model }: Standing,
): HeldBack | null {
  if (identityChanged) return { kind: "identity" };
  if (inspection === null) return { kind: "not-inspected" };
  const { findings, more, unseen = 0 } = inspection;
  // What is to be taken out must be known, all of it; and of what is not known nothing can be said to be named.
  if (more + unseen > 0 && (named !== "all" || changes?.redact !== undefined)) {
    return { kind: "not-inspected" };
  }
  const high = findings.filter(({ severity }) => severity === "high").map(({ kind }) => kind);
  // What is taken out before a model sees it is known to whoever had it taken out.
  const groups = unnamed(named, high).filter(
    (group) => gate !== "request" || changes?.redact?.some((one) => one === group) !== true,
  );
  if (groups.length > 0) return { kind: "findings", groups };
  if (flagged) return { kind: "flags" };
  if (limit !== null) return { kind: "limit", reason: limit };
  return gate === "request" && model === null ? { kind: "no-model" } : null;
}
