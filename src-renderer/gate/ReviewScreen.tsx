// The review of the selected request: gate 1, generating, gate 2 or ended.
import { Suspense, useEffect, useState } from "react";
import { useT } from "#words/index.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { isGenerating } from "#shared/sampling/life/attempts.ts";
import { useMirror } from "#data/mirror.ts";
import { fillTakenResponse, useTimesTaken } from "#data/requests/keptWork.ts";
import { usePausedUntil } from "#data/requests/fatigueState.ts";
import { useView, view } from "#data/view.ts";
import type { GateView } from "#data/view.ts";
import { useGetStarted } from "#data/getStarted.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { useNarrow } from "#kit/hooks/useNarrow.ts";
import { useDrawnSample } from "./heldSample.ts";
import { EndedGate } from "./ended.tsx";
import type { GateProps } from "./gate.ts";
import { GeneratingGate } from "./response/generating.tsx";
import { kindGatesOf } from "./registry.ts";
import { RequestGate } from "./request/request.tsx";
import { ResponseGate } from "./response/response.tsx";
import { OverBudgetDialog } from "./rules/OverBudgetDialog.tsx";
import { useJsonSoon } from "#request/document/JsonPaper.tsx";
import { PauseScreen } from "./frame/FatigueBar.tsx";
import { useTrafficAction } from "./frame/useTrafficAction.ts";

export function ReviewScreen() {
  const t = useT();
  const sampleId = useView((state) => state.sampleId);
  const sample = useMirror((state) => (sampleId === null ? undefined : state.samples[sampleId]));
  const any = useMirror((state) => Object.keys(state.samples).length > 0);
  const begin = useGetStarted();
  const pausedUntilMs = usePausedUntil();
  const times = useTimesTaken(sampleId ?? "");
  if (pausedUntilMs !== null) return <PauseScreen untilMs={pausedUntilMs} />;
  if (sample === undefined) {
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
      <Review key={`${sample.id} ${times}`} sample={sample} />
      <OverBudgetDialog sampleId={sample.id} />
    </>
  );
}

const onView = (gateView: GateView): void => view.setState({ gateView });

/** Shows one request at the stage that it has reached. */
function Review({ sample: latest }: { sample: Sample }) {
  const sample = useDrawnSample(latest);
  useEffect(() => fillTakenResponse(latest), [latest]);
  const narrow = useNarrow();
  useTrafficAction(sample);
  useJsonSoon();
  const gateView = useView((state) => state.gateView);
  const [panelOpen, setPanelOpen] = useState(false);
  const asked = sample.proposed;
  const placed = { sample, view: gateView, onView, narrow, panelOpen, onPanel: setPanelOpen };
  return (
    <Suspense>
      {asked === null || isOver(sample) ? (
        <EndedGate {...placed} asked={kindGatesOf(sample) === null ? asked : null} />
      ) : (
        <Open {...placed} asked={asked} />
      )}
    </Suspense>
  );
}

const isOver = ({ phase }: Sample): boolean =>
  phase.kind !== "request" && phase.kind !== "response";

function Open(props: GateProps) {
  const { sample } = props;
  const { phase, producer } = sample;
  const isFirst = phase.kind === "request";
  const kind = kindGatesOf(sample);
  if (kind !== null) {
    const { Request, Response = Request } = kind;
    return isFirst || producer === undefined ? <Request {...props} /> : <Response {...props} />;
  }
  if (isFirst) return <RequestGate {...props} />;
  return isGenerating(sample) ? <GeneratingGate {...props} /> : <ResponseGate {...props} />;
}
