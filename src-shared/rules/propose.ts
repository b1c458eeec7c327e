// Proposes the narrowest rule for requests like one, with conditions that the user can leave out to widen it.
import { factsOf } from "../filter/facts.ts";
import type { ItemFacts } from "../filter/facts.ts";
import { shortHash } from "../filter/shortHash.ts";
import { beginningsOfCommand } from "../filter/simpleCommand.ts";
import { groupsReplaced } from "../findings/redaction/redaction.ts";
import {
  conditionsOf,
  usualBeginning,
  groupsIn,
  isBlank,
  outputMost,
  roundedSize,
} from "./conditions.ts";
import { whenOf } from "./proposal.ts";
import type { RuleLike, RuleProposal } from "./proposal.ts";
import { mainAttempt } from "../request/life/attempts.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";
import { requestAt, withAnswer } from "./judge/atGate.ts";
import { FINDING_GROUPS, ruleSchema } from "./rule.ts";
import type { Rule, RuleGate } from "./rule.ts";
import type { ServerStanding } from "./judged.ts";

/** How much of a system prompt is shown with its condition. */
const SYSTEM_SHOWN = 200;

export type ProposedRule = Pick<RuleProposal, "rule" | "conditions" | "like">;

/** The proposed rule; null when the request never reached that gate or cannot be shown. */
export function propose(request: HeldRequest, gate: RuleGate): ProposedRule | null {
  // A replay is treated like a request of the server.
  const asked: HeldRequest = { ...request, reply: { kind: "pushed", requestId: 0 } };
  // For a response among several, the rule is for responses that come alone.
  const was = requestAt(asked, gate) ?? (gate === "response" ? withAnswer(asked) : null);
  if (was === null || was.proposed === null) return null;
  const facts = factsOf(was);
  const conditions = conditionsOf(facts, gate);
  const what =
    facts.command === null ? (facts.actionTool ?? facts.call) : usualBeginning(facts.command);
  const name = what === null ? facts.serverName : `${facts.serverName}: ${what}`;
  const when = whenOf(conditions);
  const rule = ruleSchema.parse({
    id: idOf(name, when),
    name: name.trim().slice(0, 200) || facts.serverId.slice(0, 200),
    gate,
    when,
    decide: "allow",
    ...(gate === "request" ? changesAsHere(request) : {}),
  });
  return { rule, conditions, like: likeOf(facts, was.proposed.systemPrompt ?? "", gate) };
}

/**
 * Binds the rule to the server's identity in place of its name, which another server may have; unchanged when the
 * identity is unknown.
 */
export function boundTo(proposal: RuleProposal, { identity }: ServerStanding): RuleProposal {
  if (identity === null) return proposal;
  const { rule, server } = proposal;
  // The first term of `who` is the server's name.
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
    action: actionOf(facts),
  };
}

function actionOf({ action, actionTool, command, path, session }: ItemFacts): RuleLike["action"] {
  if (action === null || actionTool === null || session === null) return null;
  const beginnings = command === null ? [] : beginningsOfCommand(command);
  const onlyRefused = action === "other" || (action === "command" && command === null);
  return { tool: actionTool, beginnings, path, session, onlyRefused };
}

/** The model of this request and the groups redacted in it, as the user chose them for requests like this one. */
function changesAsHere(request: HeldRequest): Pick<Rule, "changes"> {
  const { model = null, redacted } = mainAttempt(request) ?? {};
  const redact = redacted === undefined ? [] : groupsReplaced(redacted);
  const changes = {
    ...(model === null ? {} : { model }),
    ...(redact.length === 0 ? {} : { redact }),
  };
  return Object.keys(changes).length === 0 ? {} : { changes };
}

/** Readable, and distinct by the expression. */
function idOf(name: string, when: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ["rule"];
  return `${words.join("-").slice(0, 60)}-${shortHash(when)?.slice(0, 8) ?? "all"}`;
}
