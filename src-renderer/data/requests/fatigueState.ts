// How fast the user of this window approves, and whether they are taking a break. Never stored.
import type { Decision } from "#shared/request/life/decision.ts";
import { useView, view } from "../view.ts";
import { afterApproval, afterRemarkDismissed, remarkOf } from "./fatigue.ts";

/** The length of a break. */
export const PAUSE_MS = 300_000;

/** The user approved; `count` of a batch. */
export function trackApproval(count = 1): void {
  const atMs = Date.now();
  view.setState(({ fatigue }) => ({ fatigue: afterApproval(fatigue, atMs, count) }));
}

/** True if something leaves because of it: a form that is declined or cancelled was not approved. */
export function isApproval({ kind, ...decision }: Decision): boolean {
  switch (kind) {
    case "approve-request":
    case "approve-candidates":
    case "approve-response":
    case "approve-result":
      return true;
    case "respond": {
      const { action } = (decision as { document: { action?: unknown } }).document;
      return action !== "decline" && action !== "cancel";
    }
    default:
      return false;
  }
}

/** How many approvals in a minute to remark on now. */
export function useFatigueRemark(nowMs: number): number | null {
  const fatigue = useView((state) => state.fatigue);
  return remarkOf(fatigue, nowMs);
}

export const dismissRemark = (): void =>
  view.setState(({ fatigue }) => ({
    fatigue: afterRemarkDismissed(fatigue),
    pausedUntilMs: null,
  }));

export const startPause = (): void =>
  view.setState(({ fatigue }) => ({
    fatigue: { ...fatigue, approvedAtMs: [] },
    pausedUntilMs: Date.now() + PAUSE_MS,
  }));

export const endPause = (): void => view.setState({ pausedUntilMs: null });

export const usePausedUntil = (): number | null => useView((state) => state.pausedUntilMs);
