// Until all serious findings have been on screen, the primary button shows the next one instead of approving.
import type { T } from "#words/index.ts";
import type { DisabledReason } from "../disabledReasons.tsx";
import type { Serious } from "./useSerious.ts";

/**
 * Part of the decision guard's key: the guard restarts once all findings are seen, so that one more press of the same
 * button does not approve.
 */
export const reviewGuard = ({ count, unseen }: Serious): string =>
  count === 0 ? "nothing serious" : unseen > 0 ? "to review" : "reviewed";

/** Tells main with an approval how many serious findings the user has seen. */
export const seenWord = ({ count }: Serious): { seriousSeen?: number } =>
  count === 0 ? {} : { seriousSeen: count };

/** Approving is off until all serious findings are seen; null if they are. */
export const seriousDisabledReason = (t: T, { count, unseen }: Serious): DisabledReason | null =>
  unseen === 0
    ? null
    : {
        first: t("common.countSeriousFindings", { count }),
        second: t("review.serious.toApprove", { count }),
        tone: "serious",
      };

/** Why the guard restarted if the document did not change; null without serious findings. */
export const reviewedNews = (t: T, { count }: Serious): string | null =>
  count === 0 ? null : t("review.serious.reviewed", { count });

/** Approving is off while a scan runs, as it may find more. */
export const scanningDisabledReason = (t: T, { scanning }: Serious): DisabledReason | null =>
  scanning
    ? {
        first: t("review.serious.scanning"),
        second: t("review.serious.scanningNext"),
        tone: "calm",
      }
    : null;

/** In place of where it goes: that all serious findings were reviewed. */
export const reviewedFirst = (t: T, { count }: Serious) => (
  <b data-serious="">{t("review.serious.reviewed", { count })}</b>
);
