// Finds rules that never decide because an earlier rule decides everything that they match. Only what follows from
// the expressions is reported: other rules may never decide either.
import type { Bounds } from "../filter/amounts.ts";
import { FIELDS } from "../filter/fields.ts";
import { boundsOfQuery } from "../filter/matches.ts";
import { parse } from "../filter/parse.ts";
import { print } from "../filter/print.ts";
import type { FilterQuery } from "../filter/query.ts";
import type { Rule, RuleGate } from "./rule.ts";
import { unnamedKind } from "./ruleQuery.ts";

export interface Shadow {
  /** The earlier rule, and its position counted from 1. */
  by: { id: string; name: string };
  number: number;
  /** The earlier rule matches everything, is the same, or matches a superset. */
  why: "everything" | "same" | "wider";
  /** Only at this gate; absent: at every gate where the rule applies. */
  at?: RuleGate;
  /** The rule would have changed requests at gate 1, but no longer does. */
  unchanged?: true;
}

interface Ready {
  rule: Rule;
  number: number;
  query: FilterQuery;
}

/** The first earlier rule that shadows a rule, by the id of the latter. */
export function shadowsOf(rules: readonly Rule[]): ReadonlyMap<string, Shadow> {
  const shadows = new Map<string, Shadow>();
  /** Rules that may shadow later ones, by a key that any query they cover must have. */
  const above = new Map<string, Ready[]>();
  for (const [at, rule] of rules.entries()) {
    if (!rule.on) continue;
    const { query } = parse(rule.when);
    if (query === null) continue;
    const ready = { rule, number: at + 1, query };
    const shadow = castOn(ready, above) ?? castOnGates(ready, above);
    if (shadow !== null) shadows.set(rule.id, shadow);
    // Only a rule that always holds can shadow another.
    else if (rule.holds.kind === "always") {
      const key = rarest(keysOf(query), above);
      const bucket = above.get(key);
      if (bucket === undefined) above.set(key, [ready]);
      else bucket.push(ready);
    }
  }
  return shadows;
}

function castOn(below: Ready, above: ReadonlyMap<string, Ready[]>): Shadow | null {
  let first: Ready | null = null;
  for (const key of allKeysOf(below.query)) {
    const found = above.get(key)?.find((one) => covers(one, below));
    if (found !== undefined && (first === null || found.number < first.number)) first = found;
  }
  if (first === null) return null;
  const { rule, number, query } = first;
  const same = printed(query) === printed(below.query);
  const why =
    query.kind === "all" && below.query.kind !== "all" ? "everything" : same ? "same" : "wider";
  return { by: { id: rule.id, name: rule.name }, number, why };
}

/** Earlier rules for a single gate, against a rule for both. */
function castOnGates(below: Ready, above: ReadonlyMap<string, Ready[]>): Shadow | null {
  if (below.rule.gate !== "both") return null;
  const at = (gate: RuleGate): Shadow | null =>
    castOn({ ...below, rule: { ...below.rule, gate } }, above);
  const [request, response] = [at("request"), at("response")];
  if (request === null) return response === null ? null : { ...response, at: "response" };
  if (response !== null) return request;
  const lost = below.rule.changes === undefined ? {} : { unchanged: true as const };
  return { ...request, at: "request", ...lost };
}

function covers(above: Ready, { rule, query }: Ready): boolean {
  const { gate, exactly, server } = above.rule;
  const gates = (of: Rule["gate"]): RuleGate[] => (of === "both" ? ["request", "response"] : [of]);
  if (!gates(rule.gate).every((one) => gates(gate).includes(one))) return false;
  if (exactly !== undefined && exactly !== rule.exactly) return false;
  if (server !== undefined && server.id !== rule.server?.id) return false;
  // A rule without a kind only applies to one.
  const kind = unnamedKind(above.query);
  if (kind !== null && kind !== unnamedKind(query)) return false;
  return implies(query, above.query);
}

/** Keys that any query implying this one must have: a word itself, otherwise the field. `""` when there is none. */
function keysOf(query: FilterQuery): string[] {
  const keys = conjunctsOf(query).flatMap((part) =>
    part.kind === "or" || part.kind === "not" ? [] : partKeys(part).slice(0, 1),
  );
  return keys.length === 0 ? [""] : keys;
}

/** The keys of a term, narrowest first: a word also has its field, as it implies a wildcard on that field. */
function partKeys(part: FilterQuery): string[] {
  if (part.kind === "text") return [printed(part)];
  if (part.kind === "word") return isAny(part) ? [part.field] : [printed(part), part.field];
  return "field" in part ? [part.field] : [];
}

/** All keys anywhere in the query. */
function allKeysOf(query: FilterQuery): ReadonlySet<string> {
  const keys = new Set([""]);
  const open = [query];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === "and" || next.kind === "or") open.push(...next.of);
    else if (next.kind === "not") open.push(next.of);
    else for (const key of partKeys(next)) keys.add(key);
  }
  return keys;
}

const rarest = (keys: readonly string[], above: ReadonlyMap<string, Ready[]>): string =>
  keys.toSorted((a, b) => (above.get(a)?.length ?? 0) - (above.get(b)?.length ?? 0))[0] ?? "";

const texts = new WeakMap<FilterQuery, string>();
function printed(query: FilterQuery): string {
  const text = texts.get(query) ?? print(query);
  texts.set(query, text);
  return text;
}

const conjunctsOf = (query: FilterQuery): readonly FilterQuery[] =>
  query.kind === "and" ? query.of : query.kind === "all" ? [] : [query];

/** True when everything that matches `a` certainly matches `b`; false when that cannot be shown. */
export function implies(a: FilterQuery, b: FilterQuery): boolean {
  if (b.kind === "all") return true;
  if (b.kind === "and") return b.of.every((part) => implies(a, part));
  if (a.kind === "or") return a.of.every((part) => implies(part, b));
  if (b.kind === "or" && b.of.some((part) => implies(a, part))) return true;
  return conjunctsOf(a).some((part) => impliesOne(part, b));
}

function impliesOne(a: FilterQuery, b: FilterQuery): boolean {
  if (a.kind === "and" || a.kind === "or" || a.kind === "all") return false;
  if (printed(a) === printed(b)) return true;
  // The contrapositive: not a implies not b if b implies a.
  if (a.kind === "not" && b.kind === "not") return implies(b.of, a.of);
  if (a.kind === "word" && b.kind === "word") return a.field === b.field && isAny(b);
  if (!isAmount(a) || !isAmount(b) || a.field !== b.field || FIELDS[a.field].kind === "date") {
    return false;
  }
  return isInside(boundsOfQuery(a, 0), boundsOfQuery(b, 0));
}

/** True for a lone wildcard; an empty pattern matches only an empty word. */
const isAny = ({ pattern }: Extract<FilterQuery, { kind: "word" }>): boolean =>
  pattern.length === 1 && typeof pattern[0] === "object" && pattern[0].wild === "any";

type Amount = Extract<FilterQuery, { kind: "compare" | "between" | "known" }>;
const isAmount = (query: FilterQuery): query is Amount =>
  query.kind === "compare" || query.kind === "between" || query.kind === "known";

function isInside(a: Bounds, b: Bounds): boolean {
  if (b.min !== undefined) {
    if (a.min === undefined || a.min < b.min) return false;
    if (a.min === b.min && b.over === true && a.over !== true) return false;
  }
  if (b.max === undefined) return true;
  if (a.max === undefined || a.max > b.max) return false;
  return a.max < b.max || b.under !== true || a.under === true;
}
