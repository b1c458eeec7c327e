// While serious findings have not been on screen, the primary button shows the next one and decides nothing.
import type { T } from "../../i18n/index.ts";
import type { ActionsProps } from "../gates/Actions.tsx";
import type { Off } from "../gates/offReasons.tsx";
import type { Serious } from "./useSerious.ts";

type Bar = Pick<ActionsProps, "primary" | "sends" | "off">;

/** The guard of a decision begins anew once all of them were seen: until then the same press would approve. */
export const reviewGuard = ({ count, unseen }: Serious): string =>
  count === 0 ? "nothing serious" : unseen > 0 ? "to review" : "reviewed";

/** The word for main that they were on screen, with an approval. */
export const seenWord = ({ count }: Serious): { seriousSeen?: number } =>
  count === 0 ? {} : { seriousSeen: count };

/** Nothing is approved before they were; null where all were. */
export const seriousOff = (t: T, { count, unseen }: Serious): Off | null =>
  unseen === 0
    ? null
    : {
        first: t("review.serious.found", { count }),
        second: t("review.serious.toApprove", { count }),
        tone: "serious",
      };

/** What restarted the guard, where it was not the document: they have been seen. Null: there are none. */
export const reviewedNews = (t: T, { count }: Serious): string | null =>
  count === 0 ? null : t("review.serious.reviewed", { count });

/** Nothing is approved before the scan has ended: there may be more. */
export const scanningOff = (t: T, { scanning }: Serious): Off | null =>
  scanning
    ? {
        first: t("review.serious.scanning"),
        second: t("review.serious.scanningNext"),
        tone: "calm",
      }
    : null;

/** The bar as it is where nothing serious was found, with what was found in it. */
export function reviewFirst(t: T, { count, unseen, review }: Serious, bar: Bar): Bar {
  if (count === 0) return bar;
  if (unseen > 0) {
    const primary = { label: t("review.serious.review"), disabled: false, run: review };
    return { ...bar, primary: { ...primary, reviews: true } };
  }
  const first = <b data-serious="">{t("review.serious.reviewed", { count })}</b>;
  return { ...bar, sends: { first, second: bar.sends.first } };
}
