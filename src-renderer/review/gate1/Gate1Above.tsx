// The bars above the paper of gate 1: rules, similar requests, failures, redaction, earlier edits.
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { GateView } from "../../state/view.ts";
import { BarsAboveRequest } from "../ended/Again.tsx";
import { Failures, MediumFailure } from "./Gate1Parts.tsx";
import { KeptBar } from "../gates/KeptBar.tsx";
import { goToSideRow } from "../gates/goToSideRow.ts";
import { HeldJson } from "../json/HeldJson.tsx";
import { StreamedBar } from "../gates/StreamedBar.tsx";
import { JudgedBar } from "../rules/JudgedBar.tsx";
import { LapsedBar } from "../rules/LapsedBar.tsx";
import { RedactionBar } from "./RedactionBar.tsx";
import type { RequestDecisions } from "./useRequestDecisions.ts";
import type { RequestReview } from "./useRequestReview.ts";
import { ReapplyBar } from "../turns/Thread.tsx";

const REQUEST = ["request"] as const;

export function Gate1Above({
  sample,
  review,
  decisions,
  canApprove,
  view,
  onView,
}: {
  sample: Sample;
  review: RequestReview;
  decisions: RequestDecisions;
  /** A failed attempt can be retried now. */
  canApprove: boolean;
  view: GateView;
  onView: (view: GateView) => void;
}) {
  const { gate, deciding, around, redaction, again, earlier } = review;
  const { byHand } = decisions;
  const decides = decisions.approval && {
    id: sample.id,
    base: { revision: sample.revision, hash: sample.askedHash },
    decision: decisions.approval,
  };
  const replace = (next: RequestDocument): void => {
    gate.replace(next);
    review.foldAnew();
  };
  return (
    <>
      <KeptBar sample={sample} onByHand={byHand.disabled ? null : byHand.run} />
      <JudgedBar sample={sample} gates={REQUEST} />
      <LapsedBar sample={sample} gate="request" />
      <StreamedBar sample={sample} shownId={null} />
      <BarsAboveRequest sample={sample} alike={gate.alike} view={view} onView={onView} />
      <Failures
        sample={sample}
        deciding={deciding}
        onAgain={decisions.approve}
        canAgain={canApprove}
        onModel={() => goToSideRow("model")}
        gate={gate}
        decides={decides}
      />
      <MediumFailure failure={around.failure} onClose={around.clearFailure} />
      <RedactionBar redaction={redaction} media={sample.media.length > 0} />
      <ReapplyBar
        document={gate.document}
        again={again}
        turn={earlier?.turn ?? 0}
        onApply={gate.typed === undefined ? replace : undefined}
      />
      {gate.typed !== undefined && view !== "json" && (
        <HeldJson onOpen={() => onView("json")} onDiscard={gate.dropTyped} />
      )}
    </>
  );
}
