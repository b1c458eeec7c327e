// The review of the selected request: gate 1, generating, gate 2 or ended.
import { createElement, Suspense, useEffect, useState } from "react";
import { useT } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useMirror } from "#data/mirror.ts";
import { fillTakenResponse, useTimesTaken } from "#data/requests/keptWork.ts";
import { useOverBudget } from "#data/requests/overBudget.ts";
import { usePausedUntil } from "#data/requests/fatigueState.ts";
import { useActions } from "#data/actions.ts";
import { openTraffic, useView, view } from "#data/view.ts";
import type { GateView } from "#data/view.ts";
import { useGetStarted } from "#data/getStarted.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { useNarrow } from "#kit/hooks/useNarrow.ts";
import { useDrawnRequest, gateAt, kindGatesOf } from "./registry.ts";
import { EndedGate } from "./ended.tsx";
import { OverBudgetDialog } from "./rules/OverBudgetDialog.tsx";
import { useJsonSoon } from "#request/json/JsonPaper.tsx";
import { PauseScreen } from "./frame/FatigueBar.tsx";

export function ReviewScreen() {
  const t = useT();
  const requestId = useView((state) => state.requestId);
  const request = useMirror((state) =>
    requestId === null ? undefined : state.requests[requestId],
  );
  const any = useMirror((state) => Object.keys(state.requests).length > 0);
  const begin = useGetStarted();
  const pausedUntilMs = usePausedUntil();
  const times = useTimesTaken(requestId ?? "");
  const overBudget = useOverBudget(requestId ?? "");
  if (pausedUntilMs !== null) return <PauseScreen untilMs={pausedUntilMs} />;
  if (request === undefined) {
    return (
      <Empty
        title={t(any ? "review.choose.title" : "review.choose.none")}
        action={<Button onClick={begin.run}>{begin.label}</Button>}
      >
        {t(any ? "review.choose.text" : "review.choose.noneText")}
      </Empty>
    );
  }
  return (
    <>
      <Review key={`${request.id} ${times}`} request={request} />
      {overBudget !== null && <OverBudgetDialog question={overBudget} />}
    </>
  );
}

const onView = (gateView: GateView): void => view.setState({ gateView });

/** Shows one request at the stage that it has reached. */
function Review({ request: latest }: { request: HeldRequest }) {
  const t = useT();
  const request = useDrawnRequest(latest);
  useEffect(() => fillTakenResponse(latest), [latest]);
  const narrow = useNarrow();
  const { requester, reply, receivedAtMs } = request;
  useActions("to-traffic", [
    {
      id: "to-traffic",
      group: "request",
      label: t("traffic.ofRequest"),
      run: () =>
        openTraffic({
          serverId: requester.serverId,
          // An embedded request has no message of its own, so nothing is selected.
          ...(reply.kind === "pushed"
            ? { request: { id: reply.requestId, atMs: receivedAtMs } }
            : {}),
        }),
    },
  ]);
  useJsonSoon();
  const gateView = useView((state) => state.gateView);
  const [panelOpen, setPanelOpen] = useState(false);
  const asked = request.proposed;
  const placed = { request, view: gateView, onView, narrow, panelOpen, onPanel: setPanelOpen };
  return (
    <Suspense>
      {asked === null || hasEnded(request) ? (
        <EndedGate {...placed} asked={kindGatesOf(request) === null ? asked : null} />
      ) : (
        createElement(gateAt(request), { ...placed, asked })
      )}
    </Suspense>
  );
}

/** Also once its approved response is ready to be sent. */
const hasEnded = ({ phase }: HeldRequest): boolean =>
  phase.kind !== "request" && phase.kind !== "response";
