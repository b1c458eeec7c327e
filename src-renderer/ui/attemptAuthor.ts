// Who wrote an answer that no model gave.
import type { T } from "../i18n/index.ts";
import type { Attempt } from "../../src-shared/sampling/sample.ts";

/** `by hand`, or the canned answer that it is. */
export const writtenWords = (t: T, attempt: Pick<Attempt, "by"> | undefined): string =>
  attempt?.by.kind === "fixture"
    ? t("fixtures.named", { name: attempt.by.name })
    : t("review.attempts.byHand");
