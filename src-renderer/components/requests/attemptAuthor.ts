// Who decided or caused something, and who wrote a response that no model generated.
import type { T } from "../../i18n/index.ts";
import { isPermission } from "../../../src-shared/policy/standingPermission.ts";
import type { Actor, Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";

/** `by hand`, or the fixture it came from. */
export const writtenWords = (t: T, attempt: Pick<Attempt, "by"> | undefined): string =>
  attempt?.by.kind === "fixture"
    ? t("fixtures.named", { name: attempt.by.name })
    : t("review.attempts.byHand");

/** `you`, `rule no-images`: who decided or caused something. @param reply of the request, which a program may have sent */
export function actorWords(t: T, by: Actor, reply?: Sample["reply"]): string {
  if (isPermission(by)) return t("history.decider.permission");
  if (by.kind === "rule") return t("history.rule", { name: by.name });
  if (by.kind === "fixture") return t("fixtures.named", { name: by.name });
  return t(
    by.kind === "server" && reply?.kind === "http"
      ? "review.actor.program"
      : `review.actor.${by.kind}`,
  );
}
