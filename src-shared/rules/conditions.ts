// The conditions of a proposed rule: terms of the filter language, grouped for the user.
import type { FieldName } from "../filter/fields.ts";
import type { ItemFacts } from "../filter/facts.ts";
import { print } from "../filter/print.ts";
import type { FilterQuery } from "../filter/query.ts";
import { beginningsOfCommand } from "../filter/simpleCommand.ts";
import { foldValue } from "../filter/text.ts";
import { FINDING_GROUPS } from "../findings/groups.ts";
import { FINDING_KINDS } from "../findings/kinds.ts";
import type { FindingKind } from "../findings/kinds.ts";
import type { RuleCondition } from "./proposal.ts";
import type { RuleGate } from "./rule.ts";

/** With more tools than this, the expression only names their number; changed descriptions are checked elsewhere. */
const TOOLS_NAMED_MOST = 40;
/** How much of an expression tool names may fill, in UTF-16 units; an expression has at most 10,000. */
const NAMES_LENGTH_MOST = 5000;
/** Longest value in an expression, in UTF-16 units; escaping may double it. */
const WORD_LONGEST = 400;
/** Longest path in an expression, in UTF-16 units. */
const PATH_LONGEST = 1000;
interface Term {
  kind: RuleCondition["kind"];
  query: FilterQuery;
}

const KINDS = ["who", "content", "system", "findings", "size"] as const;

export function conditionsOf(facts: ItemFacts, gate: RuleGate): RuleCondition[] {
  if (facts.kind === "action") return actionConditions(facts);
  const all = [
    ...whoTerms(facts),
    ...(gate === "request" ? requestTerms(facts) : answerTerms(facts)),
    ...systemTerm(facts),
    ...findingTerms(facts),
  ];
  return KINDS.map((kind) => ({
    kind,
    terms: all.filter((one) => one.kind === kind).map(({ query }) => print(query)),
  }));
}

/** Each names the kind, so that a rule is for actions whichever of them are left out. */
function actionConditions(facts: ItemFacts): RuleCondition[] {
  const { serverName, serverId, agent, action, actionTool, command, path, session } = facts;
  const kind = print(word("kind", facts.kind));
  const of = (
    name: RuleCondition["kind"],
    ...values: [FieldName, string | null | undefined][]
  ): RuleCondition[] => {
    const terms = values.flatMap(([field, value]) =>
      value === null || value === undefined || isBlank(value) ? [] : [termOf(field, value)],
    );
    return terms.length === 0 ? [] : [{ kind: name, terms: [...terms, kind] }];
  };
  return [
    ...of("who", ["server", isBlank(serverName) ? serverId : serverName], ["agent", agent[0]]),
    ...of("tool", ["tool", actionTool], ["action", action]),
    ...of("command", ["command", command === null ? null : usualBeginning(command)]),
    ...of("path", ["path", path !== null && path.length <= PATH_LONGEST ? path : null]),
    ...of("session", ["session", action === null ? null : session]),
  ];
}

/** The whole value, whatever its length: these are compared as they are. */
const termOf = (field: FieldName, value: string): string =>
  print({ kind: "word", field, pattern: [value] });

/** What commands like this one begin with: the program and its subcommand, up to the first option or argument. */
export function usualBeginning(command: string): string {
  const [first = "", ...others] = beginningsOfCommand(command);
  let beginning = first;
  for (const longer of others.slice(0, 2)) {
    const word = longer.slice(beginning.length + 1);
    if (!/^[a-z][a-z:-]*$/u.test(word)) break;
    const goesOn = /^(?:run|exec|compose|remote|workspace|x|dlx)$/u.test(word);
    beginning = longer;
    if (!goesOn) break;
  }
  return beginning;
}

const term = (kind: Term["kind"], query: FilterQuery): Term => ({ kind, query });
/**
 * A word of the filter; a value longer than `WORD_LONGEST` becomes a prefix and a wildcard, as the length of an
 * expression is limited.
 */
const word = (field: FieldName, value: string): FilterQuery => ({
  kind: "word",
  field,
  pattern: value.length <= WORD_LONGEST ? [value] : [beginning(value), { wild: "any" }],
});
/** The beginning of a value, not cut within a surrogate pair or before a combining mark. */
function beginning(value: string): string {
  const cut = value.slice(0, WORD_LONGEST).replace(/[\uD800-\uDBFF]$/u, "");
  return /^\p{M}/u.test(value.slice(cut.length)) ? cut.replace(/\P{M}?\p{M}*$/u, "") : cut;
}
const not = (of: FilterQuery): FilterQuery => ({ kind: "not", of });
const is = (field: FieldName, by: "=" | "<=", value: string): FilterQuery => ({
  kind: "compare",
  field,
  by,
  value,
});
/** True when filters cannot match the text, as they have no empty words. */
export const isBlank = (text: string): boolean => foldValue(text) === "";
const has = (what: string): FilterQuery => word("has", what);

function whoTerms(facts: ItemFacts): Term[] {
  const { serverName, serverId, program, kind, method, call, turn, origin } = facts;
  const field = {
    "tools/call": "tool",
    "prompts/get": "prompt",
    "resources/read": "resource",
  } as const;
  return [
    term(
      "who",
      word(program === null ? "server" : "program", isBlank(serverName) ? serverId : serverName),
    ),
    // A rule that names no kind is for sampling.
    ...(kind === "sampling" ? [] : [term("who", word("kind", kind))]),
    // With several possible calls, a rule that names one would never decide.
    ...(origin === "ambiguous"
      ? []
      : [
          method === null || call === null || isBlank(call)
            ? term("who", not({ kind: "word", field: "call", pattern: [{ wild: "any" }] }))
            : term("who", word(field[method], call)),
        ]),
    ...(turn === null ? [] : [term("size", is("turn", "<=", String(turn)))]),
  ];
}

function requestTerms(facts: ItemFacts): Term[] {
  const { sizeBytes, maxTokens, messages, toolResults, context } = facts;
  return [
    ...toolTerms(facts),
    ...(toolResults > 0 ? [] : [term("content", not(has("results")))]),
    ...mediaTerms(facts),
    context === null || context === "none"
      ? term("content", not(has("context")))
      : term("content", word("context", context)),
    term("size", is("messages", "<=", String(messages))),
    term("size", is("size", "<=", sizeText(roundedSize(sizeBytes)))),
    ...(maxTokens === null ? [] : [term("size", is("maxtokens", "<=", String(maxTokens)))]),
  ];
}

function toolTerms({ tools, toolNames }: ItemFacts): Term[] {
  if (tools === 0) return [term("content", not(has("tools")))];
  const named: Term[] = [];
  let left = NAMES_LENGTH_MOST;
  for (const name of toolNames.filter((one) => !isBlank(one)).slice(0, TOOLS_NAMED_MOST)) {
    const query = word("offers", name);
    left -= print(query).length + 1;
    if (left < 0) break;
    named.push(term("content", query));
  }
  return [term("content", is("tools", "=", String(tools))), ...named];
}

function mediaTerms({ images, audios, resources }: ItemFacts): Term[] {
  const upTo = (field: "images" | "audio", what: string, count: number): Term =>
    term("content", count === 0 ? not(has(what)) : is(field, "<=", String(count)));
  const none = images === 0 && audios === 0;
  return [
    ...(none
      ? [term("content", not(has("media")))]
      : [upTo("images", "image", images), upTo("audio", "audio", audios)]),
    ...(resources > 0 ? [] : [term("content", not(has("resource")))]),
  ];
}

function answerTerms(facts: ItemFacts): Term[] {
  const { models, stopReason } = facts;
  const [model] = models;
  const most = outputMost(facts);
  return [
    ...toolTerms(facts).slice(0, 1),
    ...(model === undefined || isBlank(model) ? [] : [term("content", word("model", model))]),
    ...(stopReason === null || isBlank(stopReason)
      ? []
      : [term("content", word("stop", stopReason))]),
    ...(most === null ? [] : [term("size", is("output", "<=", String(most)))]),
  ];
}

export const outputMost = ({ outputTokens }: ItemFacts): number | null =>
  outputTokens === null ? null : roundedUp(outputTokens);

function systemTerm({ system, systemHash }: ItemFacts): Term[] {
  if (!system || systemHash === null) return [term("system", not(has("system")))];
  return [term("system", word("system", systemHash))];
}

/** Groups that the request has are not named: the rule holds back on serious findings anyway. */
function findingTerms(facts: ItemFacts): Term[] {
  const absent = FINDING_GROUPS.filter((group) => !groupsIn(facts).has(group));
  return [
    ...(facts.findings === 0
      ? [term("findings", not(has("findings")))]
      : absent.map((group) => term("findings", not(word("finding", group))))),
    ...(facts.flags === 0 ? [term("findings", not(has("flags")))] : []),
  ];
}

export const groupsIn = ({ findingKinds }: ItemFacts): ReadonlySet<string> =>
  new Set(
    findingKinds.flatMap((kind) =>
      Object.hasOwn(FINDING_KINDS, kind) ? [FINDING_KINDS[kind as FindingKind].group] : [],
    ),
  );

/** The next of 1, 2, 5, 10, 20, 50 … at or above the value. */
function roundedUp(value: number): number {
  if (value <= 1) return 1;
  const ten = 10 ** Math.floor(Math.log10(value));
  const up = [1, 2, 5, 10].find((step) => step * ten >= value) ?? 10;
  return up * ten;
}

/** At least 1 kB. */
export const roundedSize = (bytes: number): number => Math.max(1000, roundedUp(bytes));

/** In the largest fitting unit, as users would write it. */
function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${bytes / 1e9}gb`;
  return bytes >= 1e6 ? `${bytes / 1e6}mb` : `${bytes / 1000}kb`;
}
