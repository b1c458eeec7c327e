// The channels by which rules are tried on the history: a part of the contract, and of those of the rules.
import { dryRunChannels as offered } from "./rules.ts";
import type { RulesResults } from "./rules.ts";

/** Arguments of each. */
export const dryRunChannels = {
  "rules.dryRun": offered["rules.dryRun"],
  "rules.stopDryRun": offered["rules.stopDryRun"],
} as const;

/** What each gives. */
export type DryRunResults = Pick<RulesResults, keyof typeof dryRunChannels>;
