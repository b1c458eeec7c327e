// What a rule decided about a request, and why it did not approve one: as in requests, the ledger and the window.
import type { FindingGroup, RuleChanges, RuleGate } from "./rule.ts";
import type { ModelRef } from "../models/model.ts";

/** Words of a rule's expression, and the text that has them. */
export interface MatchedText {
  of: RuleGate;
  /** The path of the text, such as `messages[0].content.text`. */
  path: string;
  /** As in the expression; with a star where the last word may continue. */
  words: string;
}

/** A server's identity and name as rules see them. */
export interface ServerStanding {
  /** SHA-256 (hex) of its id with its command or address; null when the user has not confirmed these. */
  identity: string | null;
  /**
   * Whether the name can be relied on. Otherwise the server is not confirmed, has changed, or another server has the
   * same name (ignoring case and character width).
   */
  name: "own" | "unapproved" | "changed" | "shared";
}

/** What a rule decided about a request at a gate, as in the request and the ledger. */
export interface Judged {
  atMs: number;
  gate: RuleGate;
  /** The attempt whose response it was; only at gate 2. */
  attemptId?: string;
  rule: { id: string; name: string };
  /** SHA-256 (hex) of the rule's text; absent in rows of older versions. */
  ruleHash?: string;
  /** The rule's decision. */
  decide: "ask" | "allow" | "refuse";
  /** Why the rule was held back and the user is asked instead. */
  held?: HeldBack;
  changes?: RuleChanges;
  secondLook?: true;
  /** The request went to the team. */
  team?: true;
  /** The model that the request went to, if approved. */
  model?: ModelRef;
  /** The words of the expression, in the texts that have them. */
  matched?: MatchedText[];
}

/**
 * Why a rule is held back and the user asked instead. Most reasons only hold back `allow`; `second-look` also
 * `refuse`, `origin`, `long-call` and `server` any rule.
 */
export type HeldBack =
  /** Serious findings of these groups that the rule's expression does not name. */
  | { kind: "findings"; groups: FindingGroup[] }
  /** It could not be scanned in time. */
  | { kind: "not-inspected" }
  | { kind: "no-model" }
  /** Rules can allow such requests, but this one isn't understood whole. */
  | { kind: "not-understood" }
  /** The rule depends on the arguments of a tool call, and one has too long ones. */
  | { kind: "long-call" }
  /** Its server or a tool has changed since the user last approved it. */
  | { kind: "identity" }
  /** It has flags that the user has to resolve. */
  | { kind: "flags" }
  /** A tool call of the response has a placeholder that was not restored. */
  | { kind: "placeholder" }
  /** A budget or limit is reached. */
  | { kind: "limit"; reason: string }
  /** Another rule wants the user to review the response. */
  | { kind: "second-look"; rule: string }
  /** The rule depends on the call that led here, and several were open. */
  | { kind: "origin" }
  /**
   * The rule depends on the server's name, which cannot be relied on; `other`: the rule is bound to an earlier
   * identity of the server.
   */
  | { kind: "server"; why: Exclude<ServerStanding["name"], "own"> | "other" };
