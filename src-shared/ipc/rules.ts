// The channels of the rules, and what the window sees of them: a part of the contract.
import { z } from "zod";
import type { Rule, RuleChanges, RuleGate } from "../policy/rules/rule.ts";
import { rulesSchema } from "../policy/rules/rule.ts";
import type { JsonText } from "../ledger/history.ts";
import { act, dialog, read, stop } from "./effects.ts";
import type { HeldBack } from "../policy/judged.ts";
import { waitingSaid } from "../policy/judge/waitingTold.ts";
import type { WaitingDecided, WaitingWould } from "../policy/judge/waitingTold.ts";
import type { RuleFault } from "../policy/rules/fault.ts";
import type { RuleProposal } from "../policy/rules/proposal.ts";

const id = z.string().min(1).max(200);

/** Arguments of each. */
export const rulesChannels = {
  /**
   * The whole list in its order, in place of the one of `revision`; and the ids of rules whose number of uses the user
   * has set anew. Of any other one it is what the window had heard of by then.
   */
  "rules.save": act(
    rulesSchema,
    z.number().int().nonnegative(),
    z.array(z.string().max(100)).max(10_000).optional(),
  ),
  /** Lets a file hold that another program has changed: the one of `RulesView.pending`, by its hash. */
  "rules.accept": act(z.string().max(100)),
  "rules.waiting": read(z.array(id).max(100_000)),
  "rules.decideWaiting": act(z.array(waitingSaid).max(100_000)),
  "rules.import": dialog(),
  "rules.export": dialog(),
  "rules.reveal": act(),
} as const;

/** Arguments of those that scan the history. */
export const dryRunChannels = {
  "rules.dryRun": read(
    rulesSchema,
    /** Which rules of the list are new or changed: only what these change is reported. */
    z.array(z.string().max(100)).max(10_000),
    z.number().int().min(1).max(1_000_000),
  ),
  "rules.stopDryRun": stop(),
  "rules.propose": read(id, z.enum(["request", "response"])),
} as const;

/** What each gives. */
export interface RulesResults {
  /** The new revision; `stale` where the list has changed meanwhile. */
  "rules.save": number;
  /** `stale` where the file is another one by now. */
  "rules.accept": null;
  /** Runs these rules over that many requests of the history, the newest first; pushes tell how far it is. */
  "rules.dryRun": JsonText<DryRun>;
  "rules.stopDryRun": null;
  /** The narrowest rule for requests like this one. */
  "rules.propose": RuleProposal;
  /** What the rules that hold would decide about these. Nothing is done. */
  "rules.waiting": WaitingWould;
  /** Lets the rules that hold decide about these where they still say so, and nobody has touched them: what was decided. */
  "rules.decideWaiting": WaitingDecided[];
  /** Reads a file of the user's choice; nothing is taken over. Null when none was chosen. */
  "rules.import": { rules: Rule[]; faults: RuleFault[] } | null;
  /** Writes the list to a file of the user's choice; false when none was chosen. */
  "rules.export": boolean;
  /** Shows the file in the system's file manager. */
  "rules.reveal": null;
}

/** The rules as they hold now. */
export interface RulesView {
  revision: number;
  rules: Rule[];
  /** Where the file lies. */
  file: string;
  /** Not empty: the file is broken, no rule holds, and the user is asked for everything. */
  faults: RuleFault[];
  /** The file as another program has written it, as it was accepted last where that is known, and the hash of the former. */
  pending?: { before: string | null; now: string; hash: string };
  /** What each rule has done since it is known, by its id; missing: nothing yet. */
  used: Record<string, { count: number; lastAtMs: number }>;
}

/** How far a dry run is; null once it has ended. */
export type DryRunning = { done: number; total: number } | null;

/**
 * How often new rules would have decided. `changed`, `contradicted`, `overruled` and `held` count what is counted in one of the first
 * three as well.
 */
export interface DryRunCounts {
  allowed: number;
  refused: number;
  /** The user would have been asked: by the rule, or because what it allows is held back. */
  asked: number;
  /** Changed before they were decided or shown. */
  changed: number;
  /** Decided against what the user decided. */
  contradicted: number;
  /** Decided the other way than rules decided then. */
  overruled: number;
  /** What a rule allows, held back for the user. */
  held: number;
}

/**
 * What rules would have done to requests of the history, as these came and as a model answered them. Sums over both
 * gates; `gates` has them apart. What no record tells counts for nothing: limits, identities, models at that time.
 */
export interface DryRun extends DryRunCounts {
  /** Requests that were judged, of how many there are. */
  judged: number;
  total: number;
  cancelled: boolean;
  tookMs: number;
  gates: Record<RuleGate, DryRunCounts>;
  /** A rule asks for content that was forgotten. */
  unjudged: number;
  /** Never came before rules: refused at once by a limit or for its form, while all was stopped, or a replay. */
  passedOver: number;
  /** What the new rules decide, those against the user first, then those against rules, then newest first; at most 1,000. */
  items: DryRunItem[];
  /** How many more there are. */
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
  /** Of the rule, where they would have changed this request. */
  changes?: RuleChanges;
  /** The user would have been asked although the rule allows it. */
  held?: HeldBack;
  /** What became of it, and who decided at this gate; an empty text: nobody. */
  was: { state: string; by: string; edited: boolean };
  /** `rejected`: the rule allows what the user rejected; `approved`: it refuses what they approved; `edited`: it lets pass what they changed. */
  against?: "rejected" | "approved" | "edited";
  /** What a rule decided then, where this one decides the other way; `rules`: all that decided anything about it. */
  overrules?: { decided: "refused" | "allowed"; rules: string[] };
}
