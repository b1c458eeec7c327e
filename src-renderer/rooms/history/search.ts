// The history's search: the user's text plus the selected outcome.
import { ALL_ENDED } from "#shared/ledger/history.ts";

/** The outcome tabs; `all` is everything that has ended. */
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
 * The whole filter. The user's text comes first in its own parentheses, so that an `OR` in it does not include the
 * added part; an error's offset is one more than in the user's text.
 */
export function searchText(text: string, ending: EndingFilter): string {
  const own = text.trim();
  return own === "" ? ADDED[ending] : `(${text}\n) ${ADDED[ending]}`;
}
