// What a rule decided about a request, and why it did not let something pass: as samples, the record and the window have it.
import type { FindingGroup, RuleChanges, RuleGate } from "./rules/rule.ts";
import type { ModelRef } from "../models/model.ts";

/** Words that a rule asked for, and the text in which they stand. */
export interface MatchedText {
  of: RuleGate;
  /** The text's place, such as `messages[0].content.text`. */
  path: string;
  /** As the rule has them; with a star where the last may go on. */
  words: string;
}

/** Who a server is, as far as rules are about it, when they are asked. */
export interface ServerStanding {
  /** SHA-256 (hex) of its id with its command or address; null where nobody has approved that. */
  identity: string | null;
  /**
   * Whether its name stands for it alone: nobody has approved it yet, it is another one than was approved, or another
   * server has the same name once case and width of letters are put aside.
   */
  name: "own" | "unapproved" | "changed" | "shared";
}

/** What a rule decided about a sample at a gate, as it stands in the sample and in the record. */
export interface Judged {
  atMs: number;
  gate: RuleGate;
  /** Whose answer it was: at the gate of the response. */
  attemptId?: string;
  rule: { id: string; name: string };
  /** SHA-256 (hex) of the rule's text; rows of older versions have none. */
  ruleHash?: string;
  /** What it says. */
  decide: "ask" | "allow" | "refuse";
  /** Why the user is asked although it says `allow`. */
  held?: HeldBack;
  changes?: RuleChanges;
  secondLook?: true;
  /** The model that was chosen, where it was allowed. */
  model?: ModelRef;
  /** The words that it asked for, in the texts where they stand. */
  matched?: MatchedText[];
}

/** Why `allow` does not let something pass by itself; the last of them hold back every rule. */
export type HeldBack =
  /** A finding of these groups, of high severity, that the rule's expression does not name. */
  | { kind: "findings"; groups: FindingGroup[] }
  /** It could not be scanned in time. */
  | { kind: "not-inspected" }
  | { kind: "no-model" }
  /** Its server is not what it was when its requests were last approved. */
  | { kind: "identity" }
  /** Flags that the user has to settle. */
  | { kind: "flags" }
  /** A budget or limit is reached. */
  | { kind: "limit"; reason: string }
  /** Another rule asks for the user at the second gate. */
  | { kind: "second-look"; rule: string }
  /** It asks which call led here, and several were open. */
  | { kind: "origin" }
  /** It names its server, whose name is not its own; `other`: it is bound to what its server was then. */
  | { kind: "server"; why: Exclude<ServerStanding["name"], "own"> | "other" };
