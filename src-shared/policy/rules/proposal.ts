import type { ModelRef } from "../../models/model.ts";
import type { Rule } from "./rule.ts";

/** A rule that is offered for requests like one. */
export interface RuleProposal {
  rule: Rule;
  /** Whose request it was. */
  server: { id: string; name: string };
  /** What its expression asks for, part by part, for words; each can be left out to make it wider. */
  parts: RulePart[];
  /** Requests of the history that it matches, and near ones that it does not: newest first. */
  matches: RuleExample[];
  misses: RuleExample[];
  matched: number;
  /** Names this very request, for a rule that looks at its server and its call beside it. */
  exactly: string;
  /** Edits of the person's that could become a change: the same system prompt replaced by the same one, so often. */
  edit?: { system: { from: string; to: string }; times: number };
  /** `maxTokens` lowered to this whenever more was asked, so often. */
  lower?: { maxTokens: number; times: number };
  /** The same model chosen for each of the latest, so often; whether it is the suggested one anyway is not said. */
  route?: { model: ModelRef; times: number };
}
export interface RulePart {
  /** In the filter language, such as `server:atlas`. */
  text: string;
  kind: "server" | "call" | "model" | "size" | "tools" | "media" | "system" | "findings" | "turn";
}
export interface RuleExample {
  id: string;
  receivedAtMs: number;
  serverName: string;
  firstWords: string;
  /** For a miss: the part of the expression that it does not fit. */
  part?: string;
}
