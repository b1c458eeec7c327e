// The narrowest rule for "always for requests like this one": part by part what it asks for, each of which a person can
// leave out to make it wider.
import { factsOf } from "../../filter/facts.ts";
import type { ItemFacts } from "../../filter/facts.ts";
import { print } from "../../filter/print.ts";
import type { FilterQuery } from "../../filter/query.ts";
import type { FieldName } from "../../filter/fields.ts";
import { foldValue } from "../../filter/text.ts";
import { shortHash } from "../../filter/shortHash.ts";
import { FINDING_KINDS } from "../../inspect/kinds.ts";
import type { FindingKind } from "../../inspect/kinds.ts";
import { groupsReplaced } from "../../inspect/redaction/redaction.ts";
import type { RulePart, RuleProposal } from "./proposal.ts";
import { mainAttempt } from "../../sampling/life/attempts.ts";
import type { Sample } from "../../sampling/life/sample.ts";
import { sampleAt, withAnswer } from "../judge/atGate.ts";
import { FINDING_GROUPS, ruleSchema } from "./rule.ts";
import type { Rule, RuleGate } from "./rule.ts";
import type { ServerStanding } from "../judged.ts";

/** More names of tools than these are asked for by their number alone: their descriptions are watched elsewhere. */
const TOOLS_NAMED_MOST = 40;
/** And no more of an expression than this is names of tools, in UTF-16 units: the longest may have 10,000. */
const NAMES_LENGTH_MOST = 5000;
/** Printed it may be twice as long. */
const WORD_LONGEST = 400;

type PartQuery = Pick<RulePart, "kind"> & { query: FilterQuery };

export interface Proposed {
  rule: Rule;
  parts: RulePart[];
}

/** Null where the request never stood at that gate, or nothing can be shown of it. */
export function propose(sample: Sample, gate: RuleGate): Proposed | null {
  // Whoever replays a request asks as its server did.
  const asked: Sample = { ...sample, reply: { kind: "pushed", requestId: 0 } };
  // Of an answer among several a rule is made all the same: for those that come alone.
  const was = sampleAt(asked, gate) ?? (gate === "response" ? withAnswer(asked) : null);
  if (was === null || was.proposed === null) return null;
  const facts = factsOf(was);
  const queries = [
    ...whoParts(facts),
    ...(gate === "request" ? requestParts(facts) : answerParts(facts)),
    ...systemPart(facts),
    ...findingParts(facts),
  ];
  const parts = queries.map(({ kind, query }) => ({ kind, text: print(query) }));
  const name = facts.call === null ? facts.serverName : `${facts.serverName}: ${facts.call}`;
  const when = parts.map(({ text }) => text).join(" ");
  const rule = ruleSchema.parse({
    id: idOf(name, when),
    name: name.trim().slice(0, 200) || facts.serverId.slice(0, 200),
    gate,
    when,
    decide: "allow",
    ...(gate === "request" ? changesAsHere(sample) : {}),
  });
  return { rule, parts };
}

/** The same for that very server in place of its name, which another one may have; as it is where nobody knows it now. */
export function boundTo(proposal: RuleProposal, { identity }: ServerStanding): RuleProposal {
  if (identity === null) return proposal;
  const { rule, parts, server } = proposal;
  const when = parts.flatMap(({ kind, text }) => (kind === "server" ? [] : [text])).join(" ");
  const name = server.name.slice(0, 200);
  return { ...proposal, rule: { ...rule, when, server: { id: server.id, identity, name } } };
}

/** The model that answered it and what was kept from it: what was chosen for this one is meant for those like it. */
function changesAsHere(sample: Sample): Pick<Rule, "changes"> {
  const { model = null, redacted } = mainAttempt(sample) ?? {};
  const redact = redacted === undefined ? [] : groupsReplaced(redacted);
  const changes = {
    ...(model === null ? {} : { model }),
    ...(redact.length === 0 ? {} : { redact }),
  };
  return Object.keys(changes).length === 0 ? {} : { changes };
}

/** Readable, and its own: by what the rule says. */
function idOf(name: string, when: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ["rule"];
  return `${words.join("-").slice(0, 60)}-${shortHash(when)?.slice(0, 8) ?? "all"}`;
}

const part = (kind: RulePart["kind"], query: FilterQuery): PartQuery => ({ kind, query });
/** A name that is longer than `WORD_LONGEST` is asked for by how it begins: an expression has only so much room. */
const word = (field: FieldName, value: string): FilterQuery => ({
  kind: "word",
  field,
  pattern: value.length <= WORD_LONGEST ? [value] : [beginning(value), { wild: "any" }],
});
/** Without a part of a character at its end. */
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
/** Nothing of it can be asked for: no filter has an empty word. */
const isBlank = (text: string): boolean => foldValue(text) === "";
const has = (what: string): FilterQuery => word("has", what);

function whoParts(facts: ItemFacts): PartQuery[] {
  const { serverName, serverId, method, call, turn, origin } = facts;
  const field = {
    "tools/call": "tool",
    "prompts/get": "prompt",
    "resources/read": "resource",
  } as const;
  return [
    part("server", word("server", isBlank(serverName) ? serverId : serverName)),
    // Which of several calls led to it is not known: a rule that asks for one would decide nothing.
    ...(origin === "ambiguous"
      ? []
      : [
          method === null || call === null || isBlank(call)
            ? part("call", not({ kind: "word", field: "call", pattern: [{ wild: "any" }] }))
            : part("call", word(field[method], call)),
        ]),
    ...(turn === null ? [] : [part("turn", is("turn", "<=", String(turn)))]),
  ];
}

function requestParts(facts: ItemFacts): PartQuery[] {
  const { sizeBytes, maxTokens, messages, toolResults, context } = facts;
  return [
    ...toolParts(facts),
    ...(toolResults > 0 ? [] : [part("tools", not(has("results")))]),
    ...mediaParts(facts),
    part("turn", is("messages", "<=", String(messages))),
    part("size", is("size", "<=", roundedSize(sizeBytes))),
    ...(maxTokens === null ? [] : [part("size", is("maxtokens", "<=", String(maxTokens)))]),
    context === null || context === "none"
      ? part("media", not(has("context")))
      : part("media", word("context", context)),
  ];
}

function toolParts({ tools, toolNames }: ItemFacts): PartQuery[] {
  if (tools === 0) return [part("tools", not(has("tools")))];
  const named: PartQuery[] = [];
  let left = NAMES_LENGTH_MOST;
  for (const name of toolNames.filter((one) => !isBlank(one)).slice(0, TOOLS_NAMED_MOST)) {
    const query = word("offers", name);
    left -= print(query).length + 1;
    if (left < 0) break;
    named.push(part("tools", query));
  }
  return [part("tools", is("tools", "=", String(tools))), ...named];
}

function mediaParts({ images, audios, resources }: ItemFacts): PartQuery[] {
  const upTo = (field: "images" | "audio", what: string, count: number): PartQuery =>
    part("media", count === 0 ? not(has(what)) : is(field, "<=", String(count)));
  const none = images === 0 && audios === 0;
  return [
    ...(none
      ? [part("media", not(has("media")))]
      : [upTo("images", "image", images), upTo("audio", "audio", audios)]),
    ...(resources > 0 ? [] : [part("media", not(has("resource")))]),
  ];
}

function answerParts(facts: ItemFacts): PartQuery[] {
  const { models, stopReason, outputTokens } = facts;
  const [model] = models;
  return [
    ...toolParts(facts).slice(0, 1),
    ...(model === undefined || isBlank(model) ? [] : [part("model", word("model", model))]),
    ...(stopReason === null || isBlank(stopReason)
      ? []
      : [part("model", word("stop", stopReason))]),
    ...(outputTokens === null
      ? []
      : [part("size", is("output", "<=", String(roundedUp(outputTokens))))]),
  ];
}

function systemPart({ system, systemHash }: ItemFacts): PartQuery[] {
  if (!system || systemHash === null) return [part("system", not(has("system")))];
  return [part("system", word("system", systemHash))];
}

/** What was found is not named: a rule of this kind lets nothing of weight pass. */
function findingParts({ findings, findingKinds, flags }: ItemFacts): PartQuery[] {
  const there = new Set<string>(
    findingKinds.flatMap((kind) =>
      Object.hasOwn(FINDING_KINDS, kind) ? [FINDING_KINDS[kind as FindingKind].group] : [],
    ),
  );
  const absent = FINDING_GROUPS.filter((group) => !there.has(group));
  return [
    ...(findings === 0
      ? [part("findings", not(has("findings")))]
      : absent.map((group) => part("findings", not(word("finding", group))))),
    ...(flags === 0 ? [part("findings", not(has("flags")))] : []),
  ];
}

/** The next of 1, 2, 5, 10, 20, 50 … that is not below. */
function roundedUp(value: number): number {
  if (value <= 1) return 1;
  const ten = 10 ** Math.floor(Math.log10(value));
  const up = [1, 2, 5, 10].find((step) => step * ten >= value) ?? 10;
  return up * ten;
}

/** At least 1 kB, in the unit that a person would write. */
function roundedSize(bytes: number): string {
  const up = Math.max(1000, roundedUp(bytes));
  if (up >= 1e9) return `${up / 1e9}gb`;
  return up >= 1e6 ? `${up / 1e6}mb` : `${up / 1000}kb`;
}
