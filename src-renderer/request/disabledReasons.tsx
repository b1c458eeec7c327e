// Why the primary button is disabled, as the two lines beside it; null if it is enabled.
import type { ReactNode } from "react";
import type { T } from "#words/index.ts";
import type { FlagCode } from "#shared/request/document/flag.ts";
import type { Attempt } from "#shared/request/life/heldRequest.ts";
import type { Deciding } from "#data/decide.ts";

export interface DisabledReason {
  first: ReactNode;
  second: ReactNode;
  /**
   * `new`: something is still being added or scanned. `warn`: something has to be fixed. `serious`: findings must be
   * seen first. `calm`: nothing is wrong.
   */
  tone: "new" | "warn" | "serious" | "calm";
  /** Nothing can be decided, not even rejected. */
  all?: true;
}

/** Flags that prevent approval. */
interface Faults {
  count: number;
  first: FlagCode | undefined;
  /** Some JSON does not parse. */
  broken: boolean;
}

const warn = (first: string, second: string): DisabledReason => ({ first, second, tone: "warn" });

/** Nothing can be sent now. */
export function sendingDisabledReason(t: T, { held }: Deciding): DisabledReason | null {
  if (held === null) return null;
  const reason = warn(t(`review.off.${held}`), t("review.off.nothingLeaves"));
  if (held !== "team-offline") return reason;
  return { ...reason, second: t("review.off.nothingDecided"), all: true };
}

export function attemptFault(t: T, { state }: Attempt): DisabledReason | null {
  if (state.kind === "running" || state.kind === "waiting")
    return warn(t("review.off.stillComes"), t("review.off.waitOrOther"));
  return state.kind === "failed" || state.kind === "withdrawn"
    ? warn(t("review.off.attemptFailed"), t("review.off.otherAttempt"))
    : null;
}

export function faultOf(t: T, { count, first, broken }: Faults): DisabledReason | null {
  if (broken) return warn(t("review.off.broken"), t("review.off.settle"));
  return first === undefined
    ? null
    : warn(t(`failures.flags.${first}`), t("review.off.errors", { count }));
}

/** The half-second guard, or a decision that is being written to the ledger. */
export function guardDisabledReason(
  t: T,
  { busy, guardOn }: Deciding,
  what: string,
): DisabledReason | null {
  if (busy) return { first: t("review.off.recording"), second: "", tone: "calm" };
  return guardOn ? null : { first: what, second: t("review.off.readIt"), tone: "calm" };
}
