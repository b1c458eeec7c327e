import type { FindingGroup } from "../findings/groups.ts";
import type { ModelRef } from "../models/model.ts";
import type { OriginCall } from "../request/life/heldRequest.ts";
import type { Rule } from "./rule.ts";

/** A rule that is offered for requests like one. */
export interface RuleProposal {
  rule: Rule;
  /** The server of that request. */
  server: { id: string; name: string };
  /** The conditions of its expression, grouped for the user; leaving one out widens the rule. */
  conditions: RuleCondition[];
  like: RuleLike;
  /** Hash of this request, for a rule about it alone. */
  exactly: string;
  /**
   * An edit that could become a change of the rule: the same system prompt replaced by the same one, this many times.
   */
  edit?: { system: { from: string; to: string }; times: number };
  /** `maxTokens` lowered to this whenever it was higher, this many times. */
  lower?: { maxTokens: number; times: number };
  /** The same model chosen this many times; it may be the default anyway. */
  route?: { model: ModelRef; times: number };
}
export interface RuleCondition {
  kind:
    | "who"
    | "content"
    | "system"
    | "findings"
    | "size"
    | "tool"
    | "command"
    | "path"
    | "session";
  /** In the filter language, such as `server:atlas`; all must match. */
  terms: string[];
}
/** The conditions as data, for their texts. */
export interface RuleLike {
  /** The call that led to it; null when there was none or it is ambiguous. */
  call: { method: OriginCall["method"]; name: string } | null;
  origin: "known" | "ambiguous" | "none";
  tools: number;
  /** Whether it has images, audio, resources or tool results. */
  media: boolean;
  /** `includeContext`, where context is requested. */
  context: string | null;
  /** For a response: the model that generated it. */
  model: string | null;
  /** The beginning of the system prompt; empty when there is none. */
  system: string;
  /** Groups of findings in it; matching requests may have these. */
  findings: FindingGroup[];
  /** Upper bounds on bytes, tokens of the response and turn; null where there is no such condition. */
  bytes: number | null;
  tokens: number | null;
  turn: number | null;
  /** For an action of an agent. */
  action: {
    tool: string;
    /** What its command begins with, from the first word alone to all of them; none where no rule can allow it. */
    beginnings: string[];
    path: string | null;
    session: string;
    /** Rules can only refuse it. */
    onlyRefused: boolean;
  } | null;
}

/** The conditions as one expression; all must match. A term can stand in several, so that it stays with each. */
export const whenOf = (conditions: readonly RuleCondition[]): string =>
  [...new Set(conditions.flatMap(({ terms }) => terms))].join(" ");
