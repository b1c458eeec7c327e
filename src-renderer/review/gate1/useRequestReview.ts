// Everything that gate 1 shows: the edited request, its findings, and what the model would get.
import { useDeferredValue, useRef, useState } from "react";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import { useFindings } from "../../state/findings.ts";
import { Places } from "../blocks/places.ts";
import { useContextPieces } from "../context/useContextPieces.ts";
import { useFindingKeys } from "../findings/findingActions.ts";
import { reviewGuard } from "../findings/reviewFirst.tsx";
import { useSerious } from "../findings/useSerious.ts";
import type { GateProps } from "../gates/gateProps.ts";
import { useDecision } from "../gates/useDecision.ts";
import { useTeamEdits } from "../../state/team.ts";
import { usePromptTokens } from "../tokens/useTokens.ts";
import { useAgain, useEarlierTurn, useTurns } from "../turns/useTurns.ts";
import { gate1Guard } from "./gate1Guard.ts";
import { jumpTo, useRequestPaper } from "./requestPaper.ts";
import { useGate1 } from "./useGate1.ts";
import { redactedByRule, useRedaction } from "./useRedaction.ts";

export type RequestReview = ReturnType<typeof useRequestReview>;

export function useRequestReview({ sample, asked, view, onView, narrow, onPanel }: GateProps) {
  const gate = useGate1(sample, asked);
  const { document, model } = gate;
  const [contextOpen, setContextOpen] = useState(false);
  const context = useContextPieces({
    sample,
    asked,
    document,
    change: gate.change,
    open: contextOpen,
  });
  const places = useRef(new Places()).current;
  const looked = useDeferredValue(document);
  const found = useFindings(sample.id, "request", looked);
  const redaction = useRedaction(gate, looked, found, redactedByRule(sample));
  const forModel = redaction.made?.document ?? looked;
  const change = useTeamEdits(sample.id, gate.typed === undefined ? gate.change : undefined);
  const around = useRequestPaper(sample, asked, looked, change);
  const prompt = usePromptTokens(forModel, model, sample.media);
  const earlier = useEarlierTurn(sample, asked);
  const [epoch, setEpoch] = useState(0);
  const turns = useTurns(document, earlier, epoch);
  const again = useAgain(document, earlier);
  const jumpOnPaper = jumpTo(places, { view, onView, narrow, onPanel });
  const jump = (place: Finding | Flag, quietly?: boolean): void => {
    redaction.show(false);
    jumpOnPaper(place, quietly);
  };
  useFindingKeys(found.findings, jump);
  const isShown = view === "blocks" && !redaction.showsModel;
  const serious = useSerious(sample.id, looked, isShown, found, places, (finding) =>
    jump(finding, true),
  );
  const guard = gate1Guard(sample, context.ready, redaction.open, gate);
  const deciding = useDecision(sample, `${guard}, ${reviewGuard(serious)}`);
  return {
    gate,
    choice: gate.ranked.of(model),
    places,
    deciding,
    /** The version of the request that was scanned. */
    looked,
    found,
    serious,
    redaction,
    /** The request as the model gets it; `prompt` counts its tokens. */
    forModel,
    prompt,
    /** Undefined while the JSON view holds text that is not a valid document. */
    change,
    around,
    context,
    contextOpen,
    openContext: () => setContextOpen(true),
    earlier,
    turns,
    again,
    jump,
    /** Folds the messages of earlier turns again. */
    foldAnew: () => setEpoch(epoch + 1),
  };
}
