// The review of the selected request: gate 1, generating, gate 2 or ended.
import { useEffect, useState } from "react";
import { useT } from "../i18n/index.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { isGenerating } from "../../src-shared/sampling/life/attempts.ts";
import { useMirror } from "../state/mirror.ts";
import { fillTakenResponse, useTimesTaken } from "../state/requests/keptWork.ts";
import { usePausedUntil } from "../state/requests/fatigueState.ts";
import { useView, view } from "../state/view.ts";
import { useGetStarted } from "../state/getStarted.ts";
import { Button } from "../ui/controls/Button.tsx";
import { Empty } from "../ui/layout/Empty.tsx";
import { useNarrow } from "../ui/hooks/useNarrow.ts";
import { Ended } from "./ended/Ended.tsx";
import { Gate1 } from "./gate1/Gate1.tsx";
import { Gate2 } from "./gate2/Gate2.tsx";
import { Generating } from "./gate2/Generating.tsx";
import { kindViewsOf } from "./kinds/registry.ts";
import { KindReview } from "./kinds/KindReview.tsx";
import { useDrawnSample } from "./heldSample.ts";
import { OverBudgetDialog } from "./rules/OverBudgetDialog.tsx";
import { useJsonSoon } from "./json/JsonPaper.tsx";
import { PauseScreen } from "./gates/FatigueBar.tsx";
import { useTrafficAction } from "./gates/useTrafficAction.ts";

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

/** Shows one request at the stage that it has reached. */
export function Review({ sample: latest }: { sample: Sample }) {
  const sample = useDrawnSample(latest);
  useEffect(() => fillTakenResponse(latest), [latest]);
  const narrow = useNarrow();
  useTrafficAction(sample);
  useJsonSoon();
  const gateView = useView((state) => state.gateView);
  const [panelOpen, setPanelOpen] = useState(false);
  // Each push from main brings a new copy of the sample. What the server asked never changes, so keep the first
  // object.
  const [asked] = useState(sample.proposed);
  const { phase } = sample;
  const shared = { sample, narrow, panelOpen, onPanel: setPanelOpen };
  const gate = {
    ...shared,
    view: gateView,
    onView: (to: typeof gateView) => view.setState({ gateView: to }),
  };
  const kind = kindViewsOf(sample);
  if (kind !== null) return <KindReview kind={kind} gate={gate} asked={asked} />;
  if (phase.kind === "request" && asked !== null) return <Gate1 {...gate} asked={asked} />;
  if (phase.kind === "response" && asked !== null) {
    return isGenerating(sample) ? (
      <Generating {...shared} asked={asked} />
    ) : (
      <Gate2 {...gate} asked={asked} />
    );
  }
  return <Ended {...shared} asked={asked} />;
}
