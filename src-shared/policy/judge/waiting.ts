// What the window knows of requests that waited before the rules held that hold now.
import type { WaitingDecided, WaitingSaid } from "./waitingTold.ts";
import type { Failure } from "../../outcome.ts";

/** What was decided when it was asked for last, and not yet dismissed. */
export interface Done {
  decided: readonly WaitingDecided[];
  /** About so many of those that it was asked for nothing was decided: they, or what is said of them, have changed. */
  left: number;
}

export type Waiting =
  | { kind: "none" }
  /** Rules would decide about these, and about so many beside them that the user has opened or edited. */
  | { kind: "fits"; would: readonly WaitingDecided[]; mine: number; before?: Done }
  | { kind: "deciding" }
  | ({ kind: "decided" } & Done)
  | { kind: "failed"; failure: Failure };

/** What the user is told of it: it is decided so, or not at all. */
export const saidOf = ({ id, gate, rule, decide, ruleHash }: WaitingDecided): WaitingSaid => ({
  id,
  gate,
  ruleId: rule.id,
  decide,
  ruleHash,
});

/** Names all that would be decided: another name is another question, and its guard starts anew. */
export const waitingGuard = (waiting: Waiting): string =>
  waiting.kind === "fits"
    ? waiting.would.map((one) => Object.values(saidOf(one)).join(" ")).join("\n")
    : waiting.kind;
