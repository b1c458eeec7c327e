// Who decided or caused something, and who wrote a response that no model generated.
import type { T } from "../../i18n/index.ts";
import type { Actor, Attempt } from "../../../src-shared/sampling/life/sample.ts";

/** `by hand`, or the fixture it came from. */
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
