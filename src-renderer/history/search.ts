// What the history searches for: the person's own words, what the chosen kind of ending adds to them.
import { ALL_ENDED } from "../../src-shared/ledger/history.ts";

/** The endings that are one press away; `all` is everything that has ended. */
export const endings = ["all", "replied", "rejected", "refused", "failed"] as const;
export type EndingFilter = (typeof endings)[number];

const ADDED: Record<EndingFilter, string> = {
  all: ALL_ENDED,
  replied: "is:replied",
  rejected: "is:rejected",
  refused: "is:refused",
  failed: "is:failed",
};

/**
 * The whole filter. The person's text stands first and in parentheses of its own, so that an `OR` of theirs does not
 * reach what is added, and the offset of a fault is one more than in their text.
 */
export function searchText(text: string, ending: EndingFilter): string {
  const own = text.trim();
  return own === "" ? ADDED[ending] : `(${text}\n) ${ADDED[ending]}`;
}
