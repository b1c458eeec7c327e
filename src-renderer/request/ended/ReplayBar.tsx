// Says at both gates that this is a replay: nothing is sent to a server.
import { useT } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { ReplayIcon } from "#kit/controls/icons.ts";

export function ReplayBar({ request: { reply } }: { request: HeldRequest }) {
  const t = useT();
  if (reply.kind !== "replay") return null;
  return (
    <Bar tone="info" icon={ReplayIcon} title={t("review.replay.title")}>
      {t(reply.of === null ? "review.replay.pasted" : "review.replay.text")}
      {reply.was !== undefined && ` ${t(`review.replay.was.${reply.was}`)}`}
    </Bar>
  );
}
