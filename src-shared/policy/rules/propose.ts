// The narrowest rule for requests like one: what it asks for in a few conditions, each of which the user can leave out
// to make it wider.
import { factsOf } from "../../filter/facts.ts";
import type { ItemFacts } from "../../filter/facts.ts";
import { shortHash } from "../../filter/shortHash.ts";
import { groupsReplaced } from "../../inspect/redaction/redaction.ts";
import { conditionsOf, groupsIn, isBlank, outputMost, roundedSize } from "./conditions.ts";
import { whenOf } from "./proposal.ts";
import type { RuleLike, RuleProposal } from "./proposal.ts";
import { mainAttempt } from "../../sampling/life/attempts.ts";
import type { Sample } from "../../sampling/life/sample.ts";
import { sampleAt, withAnswer } from "../judge/atGate.ts";
import { FINDING_GROUPS, ruleSchema } from "./rule.ts";
import type { Rule, RuleGate } from "./rule.ts";
import type { ServerStanding } from "../judged.ts";

/** So much of a system prompt is shown beside its condition. */
const SYSTEM_SHOWN = 200;

export type Proposed = Pick<RuleProposal, "rule" | "conditions" | "like">;

/** Null where the request never stood at that gate, or nothing can be shown of it. */
export function propose(sample: Sample, gate: RuleGate): Proposed | null {
  // Whoever replays a request asks as its server did.
  const asked: Sample = { ...sample, reply: { kind: "pushed", requestId: 0 } };
  // Of an answer among several a rule is made all the same: for those that come alone.
  const was = sampleAt(asked, gate) ?? (gate === "response" ? withAnswer(asked) : null);
  if (was === null || was.proposed === null) return null;
  const facts = factsOf(was);
  const conditions = conditionsOf(facts, gate);
  const name = facts.call === null ? facts.serverName : `${facts.serverName}: ${facts.call}`;
  const when = whenOf(conditions);
  const rule = ruleSchema.parse({
    id: idOf(name, when),
    name: name.trim().slice(0, 200) || facts.serverId.slice(0, 200),
    gate,
    when,
    decide: "allow",
    ...(gate === "request" ? changesAsHere(sample) : {}),
  });
  return { rule, conditions, like: likeOf(facts, was.proposed.systemPrompt ?? "", gate) };
}

/** The same for that very server in place of its name, which another one may have; as it is where nobody knows it now. */
export function boundTo(proposal: RuleProposal, { identity }: ServerStanding): RuleProposal {
  if (identity === null) return proposal;
  const { rule, server } = proposal;
  // Its name is the first that is asked for.
  const conditions = proposal.conditions.map(({ kind, terms }) => ({
    kind,
    terms: kind === "who" ? terms.slice(1) : terms,
  }));
  const name = server.name.slice(0, 200);
  const bound = { ...rule, when: whenOf(conditions), server: { id: server.id, identity, name } };
  return { ...proposal, conditions, rule: bound };
}

function likeOf(facts: ItemFacts, system: string, gate: RuleGate): RuleLike {
  const { method, call, origin, images, audios, resources, toolResults, context } = facts;
  const isRequest = gate === "request";
  return {
    call: method === null || call === null || isBlank(call) ? null : { method, name: call },
    origin: origin === "ambiguous" || origin === "none" ? origin : "known",
    tools: facts.tools,
    media: isRequest && images + audios + resources + toolResults > 0,
    context: isRequest && context !== "none" ? context : null,
    model: isRequest ? null : (facts.models[0] ?? null),
    system: system.slice(0, SYSTEM_SHOWN),
    findings: FINDING_GROUPS.filter((group) => groupsIn(facts).has(group)),
    bytes: isRequest ? roundedSize(facts.sizeBytes) : null,
    tokens: isRequest ? facts.maxTokens : outputMost(facts),
    turn: facts.turn,
  };
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
