// Gate 1: review, edit and approve the request.
import { useState } from "react";
import { useT } from "../../i18n/index.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useAllDetails } from "../../state/sideRows.ts";
import type { GateView } from "../../state/view.ts";
import { timeOfDay } from "../../ui/text/time.ts";
import { GateContexts } from "../blocks/onPaper.tsx";
import { IdentityBand } from "../gates/IdentityBand.tsx";
import { SideSummary } from "../gates/SideSummary.tsx";
import { Frame } from "../gates/Frame.tsx";
import type { GateProps } from "../gates/gateProps.ts";
import { ToolBar } from "../gates/ToolBar.tsx";
import { useAtMost } from "../tokens/Estimate.tsx";
import { noModelWords } from "../models/ModelPicker.tsx";
import { TurnWords } from "../turns/Thread.tsx";
import { Gate1Above } from "./Gate1Above.tsx";
import { Gate1Actions, useGate1Keys } from "./Gate1Actions.tsx";
import { Gate1Paper } from "./Gate1Paper.tsx";
import { editedWords } from "./Gate1Parts.tsx";
import { Gate1Side } from "./Gate1Side.tsx";
import { useRequestDecisions } from "./useRequestDecisions.ts";
import { useRequestReview } from "./useRequestReview.ts";
import type { RequestReview } from "./useRequestReview.ts";

export function Gate1(props: GateProps) {
  const { sample, asked, view, onView, narrow, panelOpen, onPanel } = props;
  const [rejecting, setRejecting] = useState(false);
  const review = useRequestReview(props);
  const { gate, redaction, around } = review;
  const decisions = useRequestDecisions(sample, asked, review);
  const doing = { review, decisions, rejecting, onRejecting: setRejecting };
  useGate1Keys(props, doing);
  return (
    <GateContexts places={review.shared} paper={around.paper}>
      <Frame
        band={<IdentityBand sample={sample} />}
        tools={<Tools {...{ sample, asked, review, view, onView }} />}
        above={
          <Gate1Above
            {...{ sample, review, decisions, view, onView }}
            canApprove={decisions.off === null && !rejecting}
          />
        }
        side={<Gate1Side {...{ sample, asked, review }} />}
        brief={<InBrief review={review} open={panelOpen} onOpen={() => onPanel(!panelOpen)} />}
        actions={<Gate1Actions {...doing} sample={sample} narrow={narrow} />}
        panelOpen={panelOpen}
        narrow={narrow}
        serious={review.serious}
        scrolls={view !== "json"}
      >
        <Gate1Paper
          sample={sample}
          asked={asked}
          gate={gate}
          seen={redaction.showsModel ? review.forModel : null}
          change={review.change}
          view={view}
          turns={review.turns}
        />
      </Frame>
    </GateContexts>
  );
}

function Tools({
  sample,
  asked,
  review: { gate, foldAnew },
  view,
  onView,
}: {
  sample: Sample;
  asked: RequestDocument;
  review: RequestReview;
  view: GateView;
  onView: (view: GateView) => void;
}) {
  const t = useT();
  const all = useAllDetails();
  const { turn = 0, round } = sample;
  const laterTurn = turn > 1 || (turn > 0 && round !== undefined);
  return (
    <ToolBar
      step="request"
      view={view}
      onView={onView}
      edited={gate.edited ? editedWords(t, asked, gate.document, gate.byRule) : null}
      onRevert={() => {
        gate.revert();
        foldAnew();
      }}
    >
      {laterTurn || all ? (
        <>
          {laterTurn && (
            <TurnWords turn={turn} limit={round?.number === turn ? round.limit : null} />
          )}
          {all && (
            <span className="cut">
              {t("review.received", { time: timeOfDay(sample.receivedAtMs) })}
            </span>
          )}
        </>
      ) : undefined}
    </ToolBar>
  );
}

function InBrief({
  review: { found, gate, around, choice, forModel, prompt, context },
  open,
  onOpen,
}: {
  review: RequestReview;
  open: boolean;
  onOpen: () => void;
}) {
  const t = useT();
  const { count } = context.total;
  const most = useAtMost({ document: forModel, prompt, model: choice?.view });
  return (
    <SideSummary
      found={{ looked: found, flags: around.flags.length }}
      facts={[
        choice?.name ?? noModelWords(t, gate.ranked),
        ...(choice === undefined ? [] : [most]),
        ...(count === 0 ? [] : [t("context.brief", { count })]),
      ]}
      open={open}
      onOpen={onOpen}
    />
  );
}
