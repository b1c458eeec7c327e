// The bars above the paper of gate 1: what rules did, what was before, what failed, what is replaced, what is said again.
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { GateView } from "../../state/view.ts";
import { BeforeIt } from "../ended/Again.tsx";
import { Failures, MediumFailed } from "./Gate1Parts.tsx";
import { focusModels } from "../gates/gateActions.ts";
import { HeldJson } from "../json/HeldJson.tsx";
import { JudgedBar } from "../rules/JudgedBar.tsx";
import { LapsedBar } from "../rules/LapsedBar.tsx";
import { RedactionBar } from "./RedactionBar.tsx";
import type { useRequestPaper } from "./requestPaper.ts";
import { AgainBar } from "../turns/Thread.tsx";
import type { useDecision } from "../gates/useDecision.ts";
import type { Announced } from "../../../src-shared/sampling/life/decision.ts";
import type { Gate1 } from "./useGate1.ts";
import type { useRedaction } from "./useRedaction.ts";
import type { useAgain, useEarlierTurn } from "../turns/useTurns.ts";

const REQUEST = ["request"] as const;

export function Gate1Above({
  sample,
  gate,
  deciding,
  view,
  onView,
  approve,
  around,
  redaction,
  again,
  earlier,
  onReplace,
}: {
  sample: Sample;
  gate: Gate1;
  deciding: ReturnType<typeof useDecision>;
  view: GateView;
  onView: (view: GateView) => void;
  /** Asks again what failed, whether that can be done now, and what it decides. */
  approve: { run: () => void; can: boolean; decides: Announced | null };
  around: ReturnType<typeof useRequestPaper>;
  redaction: ReturnType<typeof useRedaction>;
  again: ReturnType<typeof useAgain>;
  earlier: ReturnType<typeof useEarlierTurn>;
  onReplace: (next: RequestDocument) => void;
}) {
  return (
    <>
      <JudgedBar sample={sample} gates={REQUEST} />
      <LapsedBar sample={sample} gate="request" />
      <BeforeIt sample={sample} alike={gate.alike} view={view} onView={onView} />
      <Failures
        sample={sample}
        deciding={deciding}
        onAgain={approve.run}
        canAgain={approve.can}
        onModel={focusModels}
        gate={gate}
        decides={approve.decides}
      />
      <MediumFailed failure={around.failure} onClose={around.clearFailure} />
      <RedactionBar redaction={redaction} media={sample.media.length > 0} />
      <AgainBar
        document={gate.document}
        again={again}
        turn={earlier?.turn ?? 0}
        onApply={gate.typed === undefined ? onReplace : undefined}
      />
      {gate.typed !== undefined && view !== "json" && (
        <HeldJson onOpen={() => onView("json")} onDiscard={gate.dropTyped} />
      )}
    </>
  );
}
