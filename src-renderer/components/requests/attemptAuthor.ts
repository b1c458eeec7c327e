// Who decided or caused something; who wrote an answer that no model gave.
import type { T } from "../../i18n/index.ts";
import type { Actor, Attempt } from "../../../src-shared/sampling/life/sample.ts";

/** `by hand`, or the canned answer that it is. */
export const writtenWords = (t: T, attempt: Pick<Attempt, "by"> | undefined): string =>
  attempt?.by.kind === "fixture"
    ? t("fixtures.named", { name: attempt.by.name })
    : t("review.attempts.byHand");

/** `you`, `rule no-images`: who decided or caused something. */
export const actorWords = (t: T, by: Actor): string =>
  by.kind === "rule"
    ? t("history.rule", { name: by.name })
    : by.kind === "fixture"
      ? t("fixtures.named", { name: by.name })
      : t(`review.actor.${by.kind}`);
