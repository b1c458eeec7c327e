// What the window shows about pending requests that arrived before a rule applied to them.
import type { BacklogVerdict, ConfirmedVerdict } from "./backlogPreview.ts";
import type { Failure } from "../../outcome.ts";

/** What was decided at the last confirmation, until the user dismisses it. */
export interface BacklogResult {
  decided: readonly BacklogVerdict[];
  /** How many confirmed requests were not decided, as they or their rules had changed. */
  left: number;
}

export type BacklogState =
  | { kind: "none" }
  /** Rules would decide about these; `mine` counts others that the user has opened or edited. */
  | { kind: "fits"; would: readonly BacklogVerdict[]; mine: number; before?: BacklogResult }
  | { kind: "deciding" }
  | ({ kind: "decided" } & BacklogResult)
  | { kind: "failed"; failure: Failure };

/** What the user confirms: main decides exactly this or nothing. */
export const confirmedVerdictOf = ({
  id,
  gate,
  rule,
  decide,
  ruleHash,
}: BacklogVerdict): ConfirmedVerdict => ({
  id,
  gate,
  ruleId: rule.id,
  decide,
  ruleHash,
});

/** A key of everything that would be decided: when it changes, the guard against accidental clicks starts anew. */
export const backlogGuardKey = (waiting: BacklogState): string =>
  waiting.kind === "fits"
    ? waiting.would.map((one) => Object.values(confirmedVerdictOf(one)).join(" ")).join("\n")
    : waiting.kind;
