// The bar at a gate that says how much of a response the program already has: it streamed before the gate closed.
import { useT } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { streamedOf } from "#shared/request/life/streamed.ts";
import { Bar } from "#kit/layout/Bar.tsx";

/** @param shownId the attempt that is shown; null at gate 1 */
export function StreamedBar({
  request,
  shownId,
}: {
  request: HeldRequest;
  shownId: string | null;
}) {
  const t = useT();
  const had = streamedOf(request);
  if (had === null) return null;
  const { attempt, streamed } = had;
  const of = attempt.id !== shownId ? "earlier" : streamed.whole === true ? "whole" : "part";
  const values = { count: streamed.characters, server: request.requester.name };
  return (
    <Bar tone="warn" quiet title={t(`review.streamed.${of}`, values)}>
      {t("review.streamed.stays")}
    </Bar>
  );
}
