// IPC channels of the rules, and their view.
import { z } from "zod";
import type { Rule, RuleChanges, RuleGate } from "../rules/rule.ts";
import { rulesSchema } from "../rules/rule.ts";
import { act, dialog, read } from "./effects.ts";
import type { HeldBack } from "../rules/judged.ts";
import { confirmedVerdictSchema } from "../rules/judge/backlogPreview.ts";
import type { BacklogVerdict, BacklogPreview } from "../rules/judge/backlogPreview.ts";
import type { RuleFault } from "../rules/fault.ts";
import type { RuleProposal } from "../rules/proposal.ts";

const id = z.string().min(1).max(200);

/** Arguments of each channel. */
export const rulesChannels = {
  /**
   * Replaces the list of `revision`. The ids name rules whose remaining uses the user has reset; for all others main
   * keeps its own count, as the window's can be out of date.
   */
  "rules.save": act(
    rulesSchema,
    z.number().int().nonnegative(),
    z.array(z.string().max(100)).max(10_000).optional(),
  ),
  /** Accepts a rules file that another program changed: `RulesView.pending`, identified by its hash. */
  "rules.accept": act(z.string().max(100)),
  "rules.waiting": read(z.array(id).max(100_000)),
  "rules.decideWaiting": act(z.array(confirmedVerdictSchema).max(100_000)),
  "rules.import": dialog(),
  "rules.export": dialog(),
  "rules.reveal": act(),
} as const;

/** Arguments of the channels that read the history. */
export const dryRunChannels = {
  "rules.dryRun": read(
    rulesSchema,
    /** Ids of new or changed rules; only their effects are reported. */
    z.array(z.string().max(100)).max(10_000),
  ),
  "rules.propose": read(id, z.enum(["request", "response"])),
} as const;

/** Results of each channel. */
export interface RulesResults {
  /** The new revision; `stale` if the list has changed in the meantime. */
  "rules.save": number;
  /** `stale` if the file has changed again. */
  "rules.accept": null;
  /** Tries the rules on the newest requests of the history, at most `DRY_RUN_MOST`. */
  "rules.dryRun": DryRun;
  /** The narrowest rule that matches requests like this one. */
  "rules.propose": RuleProposal;
  /** What the current rules would decide about these requests, without deciding. */
  "rules.waiting": BacklogPreview;
  /**
   * Lets the current rules decide these requests, if the outcome is still the same and the user has not touched them.
   */
  "rules.decideWaiting": BacklogVerdict[];
  /** Reads a file chosen by the user without applying it; null if they cancelled. */
  "rules.import": { rules: Rule[]; faults: RuleFault[] } | null;
  /** Writes the list to a file chosen by the user; false if they cancelled. */
  "rules.export": boolean;
  /** Shows the file in the system's file manager. */
  "rules.reveal": null;
}

/** The current rules. */
export interface RulesView {
  revision: number;
  rules: Rule[];
  /** Path of the rules file. */
  file: string;
  /** If not empty, the file is invalid: no rule applies and every request waits for the user. */
  faults: RuleFault[];
  /** The file as last accepted, if known, as another program has changed it, and the hash of the change. */
  pending?: { before: string | null; now: string; hash: string };
  /** Uses of each rule by id; absent if never used. */
  used: Record<string, { count: number; lastAtMs: number }>;
}

/** The most requests that rules are tried on, newest first. */
export const DRY_RUN_MOST = 1000;

/**
 * Counts of decisions in a dry run. `changed`, `contradicted`, `overruled` and `held` are subsets of the first three.
 */
export interface DryRunCounts {
  allowed: number;
  refused: number;
  /** The user would have been asked, by the rule or because an approval was held back. */
  asked: number;
  /** Changed before being decided or shown. */
  changed: number;
  /** Decided against the user's decision. */
  contradicted: number;
  /** Decided against the rules of that time. */
  overruled: number;
  /** Approvals by a rule that would have been held back for the user. */
  held: number;
}

/**
 * Result of trying rules on past requests and responses. The counts cover both gates; `gates` has them separately.
 * Limits, identities and models of that time are not recorded and are ignored.
 */
export interface DryRun extends DryRunCounts {
  /** How many of `total` requests were judged. */
  judged: number;
  total: number;
  tookMs: number;
  gates: Record<RuleGate, DryRunCounts>;
  /** Not judged, because their content was deleted. */
  unjudged: number;
  /** Not covered by rules: refused by a limit or as invalid, received while Stopped, or a replay. */
  passedOver: number;
  /**
   * Decisions of the new rules: first those against the user, then those against rules, then the newest; at most
   * 1,000.
   */
  items: DryRunItem[];
  /** The number of further items. */
  more: number;
}

export interface DryRunItem {
  id: string;
  receivedAtMs: number;
  serverName: string;
  firstWords: string;
  rule: { id: string; name: string };
  gate: RuleGate;
  decide: "ask" | "allow" | "refuse";
  /** The rule's changes that would have applied to this request. */
  changes?: RuleChanges;
  /** Why an approval by the rule would have been held back. */
  held?: HeldBack;
  /** What became of the request, and who decided at this gate; empty: nobody. */
  was: { state: string; by: string; edited: boolean };
  /**
   * `rejected`: the rule allows what the user rejected; `approved`: it refuses what they approved; `edited`: it
   * allows what they edited.
   */
  against?: "rejected" | "approved" | "edited";
  /** The opposite decision of that time's rules; `rules`: all that took part. */
  overrules?: { decided: "refused" | "allowed"; rules: string[] };
}
