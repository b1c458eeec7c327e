import type { FindingGroup } from "../../inspect/groups.ts";
import type { ModelRef } from "../../models/model.ts";
import type { OriginCall } from "../../sampling/life/sample.ts";
import type { Rule } from "./rule.ts";

/** A rule that is offered for requests like one. */
export interface RuleProposal {
  rule: Rule;
  /** Whose request it was. */
  server: { id: string; name: string };
  /** What its expression asks for, grouped for people; each can be left out to make it wider. */
  conditions: RuleCondition[];
  like: RuleLike;
  /** Names this very request, for a rule that looks at it alone. */
  exactly: string;
  /** Edits of the user's that could become a change: the same system prompt replaced by the same one, so often. */
  edit?: { system: { from: string; to: string }; times: number };
  /** `maxTokens` lowered to this whenever more was asked, so often. */
  lower?: { maxTokens: number; times: number };
  /** The same model chosen for each of the latest, so often; whether it is the suggested one anyway is not said. */
  route?: { model: ModelRef; times: number };
}
export interface RuleCondition {
  kind: "who" | "content" | "system" | "findings" | "size";
  /** In the filter language, such as `server:atlas`; all must match. */
  terms: string[];
}
/** What the conditions ask for, as data for their words. */
export interface RuleLike {
  /** The call that led to it; null where there was none, or nobody knows which. */
  call: { method: OriginCall["method"]; name: string } | null;
  origin: "known" | "ambiguous" | "none";
  tools: number;
  /** Images, audio or resources, or results of tools. */
  media: boolean;
  /** `includeContext`, where it asks for any. */
  context: string | null;
  /** Of a response: the model that gave it. */
  model: string | null;
  /** How the system prompt begins; empty: there is none. */
  system: string;
  /** Groups that were found; requests may have these. */
  findings: FindingGroup[];
  /** Most bytes, tokens of the response and turn; null where none is asked for. */
  bytes: number | null;
  tokens: number | null;
  turn: number | null;
}

/** The conditions as one expression: all must match. */
export const whenOf = (conditions: readonly RuleCondition[]): string =>
  conditions.flatMap(({ terms }) => terms).join(" ");
