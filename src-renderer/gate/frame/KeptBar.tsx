// Offers what the user typed or approved for the same request, which the host gave up.
import { useT } from "../../i18n/index.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { takeDraft, takeResponse, useKeptWork } from "../../state/requests/keptWork.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { Bar } from "../../ui/layout/Bar.tsx";
import { timeOfDay } from "../../ui/text/time.ts";

/** @param onByHand answers by hand, which a response to a model's request needs first; null while it can't */
export function KeptBar({
  sample,
  onByHand = null,
}: {
  sample: Sample;
  onByHand?: (() => void) | null;
}) {
  const t = useT();
  const kept = useKeptWork(sample);
  if (kept === null) return null;
  const { work, atMs } = kept;
  const canUse = work.kind === "draft" || onByHand !== null;
  const use = (): void => {
    if (work.kind === "draft") return takeDraft(sample.id, work.draft);
    takeResponse(sample.id, work.document);
    onByHand?.();
  };
  const isRequest = work.kind === "draft" && work.draft.gate === 1;
  return (
    <Bar
      tone="info"
      quiet
      title={t(isRequest ? "review.kept.request" : "review.kept.response", {
        time: timeOfDay(atMs),
      })}
      actions={
        <LinkButton disabled={!canUse} onClick={use}>
          {t("review.kept.use")}
        </LinkButton>
      }
    >
      {t("review.kept.why")}
    </Bar>
  );
}
