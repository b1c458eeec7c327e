// Why the primary is off, as the two lines beside it; null when it is on.
import type { ReactNode } from "react";
import type { T } from "../../i18n/index.ts";
import type { FlagCode } from "../../../src-shared/sampling/document/flag.ts";
import type { Attempt } from "../../../src-shared/sampling/life/sample.ts";
import type { Deciding } from "./useDecision.ts";

export interface Off {
  first: ReactNode;
  second: ReactNode;
  /**
   * `new`: something changed under the hand. `warn`: something has to be settled. `serious`: findings to be seen first.
   * `calm`: nothing is wrong.
   */
  tone: "new" | "warn" | "serious" | "calm";
}

/** What stands in the way, by the protocol's rules. */
export interface Faults {
  count: number;
  first: FlagCode | undefined;
  /** Some JSON does not parse yet. */
  broken: boolean;
}

const warn = (first: string, second: string): Off => ({ first, second, tone: "warn" });

/** Gate 1. */
export function requestOff(
  t: T,
  deciding: Deciding,
  faults: Faults,
  hasModel: boolean,
  misfit: Off | null,
  /** False while context that is ticked beforehand is still to be added. */
  gathered: boolean,
  /** What has just changed, where it is not the request. */
  news: string | null = null,
): Off | null {
  return (
    heldOff(t, deciding) ??
    (gathered
      ? null
      : { first: t("context.gathering"), second: t("context.gatheringNext"), tone: "new" }) ??
    faultsOff(t, faults) ??
    (hasModel ? null : warn(t("review.off.noModel"), t("review.off.noModelNext"))) ??
    misfit ??
    handOff(t, deciding, news ?? t("review.off.newRequest"))
  );
}

/** Gate 2; `current` is the attempt that is looked at, `unwritten` the server that waits for a first word by hand. */
export function answerOff(
  t: T,
  deciding: Deciding,
  faults: Faults,
  current: Attempt,
  unwritten: string | null,
  news: string | null = null,
): Off | null {
  return (
    heldOff(t, deciding) ??
    attemptOff(t, current) ??
    (unwritten === null
      ? null
      : {
          first: t("review.off.inYourWords", { server: unwritten }),
          second: t("review.off.write"),
          tone: "calm",
        }) ??
    faultsOff(t, faults) ??
    handOff(t, deciding, news ?? t("review.off.newAnswer"))
  );
}

/** Nothing may leave now. */
export function heldOff(t: T, { held }: Deciding): Off | null {
  return held === null ? null : warn(t(`review.off.${held}`), t("review.off.nothingLeaves"));
}

function attemptOff(t: T, { state }: Attempt): Off | null {
  if (state.kind === "running" || state.kind === "waiting")
    return warn(t("review.off.stillComes"), t("review.off.waitOrOther"));
  return state.kind === "failed" || state.kind === "withdrawn"
    ? warn(t("review.off.attemptFailed"), t("review.off.otherAttempt"))
    : null;
}

function faultsOff(t: T, { count, first, broken }: Faults): Off | null {
  if (broken) return warn(t("review.off.broken"), t("review.off.settle"));
  return first === undefined
    ? null
    : warn(t(`failures.flags.${first}`), t("review.off.errors", { count }));
}

/** The hand is not free yet: the half-second guard, or a decision that is being recorded. */
export function handOff(t: T, { busy, guardOn }: Deciding, what: string): Off | null {
  if (busy) return { first: t("review.off.recording"), second: "", tone: "calm" };
  return guardOn ? null : { first: what, second: t("review.off.readIt"), tone: "calm" };
}
