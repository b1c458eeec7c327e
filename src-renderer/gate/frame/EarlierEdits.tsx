// The one offer of what the user did before: for the same request, which ended before it was sent, or in an earlier turn.
import { useT } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { takeDraft, takeResponse, useKeptWork } from "#data/requests/keptWork.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Bar } from "#kit/layout/Bar.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import type { EarlierTurnEdits } from "../gate.ts";

/** @param onByHand answers by hand, which a response to a model's request needs first; null while it can't */
export function EarlierEdits({
  request,
  onByHand,
  turn,
}: {
  request: HeldRequest;
  onByHand: (() => void) | null;
  turn: EarlierTurnEdits | null;
}) {
  const t = useT();
  const kept = useKeptWork(request);
  if (kept === null) {
    return turn && <Offer title={t("review.earlier.turn", { turn: turn.turn })} onUse={turn.use} />;
  }
  const { work, atMs } = kept;
  const use = (): void => {
    if (work.kind === "draft") return takeDraft(request.id, work.draft);
    takeResponse(request.id, work.document);
    onByHand?.();
  };
  const which = work.kind === "draft" && work.draft.gate === 1 ? "request" : "response";
  return (
    <Offer
      title={t(`review.earlier.${which}`, { time: timeOfDay(atMs) })}
      canUse={work.kind === "draft" || onByHand !== null}
      onUse={use}
    />
  );
}

function Offer({
  title,
  canUse = true,
  onUse,
}: {
  title: string;
  canUse?: boolean;
  onUse: () => void;
}) {
  const t = useT();
  return (
    <Bar
      tone="info"
      quiet
      title={title}
      actions={
        <LinkButton disabled={!canUse} onClick={onUse}>
          {t("review.earlier.use")}
        </LinkButton>
      }
    >
      {t("review.earlier.why")}
    </Bar>
  );
}
