// Everything that gate 1 shows: the edited request, its findings, and what the model would get.
import { useDeferredValue, useState } from "react";
import { useFindings } from "#data/findings.ts";
import { useContextPieces } from "../context/useContextPieces.ts";
import type { GateProps } from "../gate.ts";
import { useReview } from "../useReview.ts";
import { useTeamEdits } from "#data/team.ts";
import { usePromptTokens } from "#request/models/useTokens.ts";
import { useAgain, useEarlierTurn, useTurns } from "#request/document/useTurns.ts";
import { gate1Guard } from "./gate1Guard.ts";
import { rowOfPlace, useRequestPaper } from "./requestPaper.ts";
import { useGate1 } from "#request/useGate1.ts";
import {
  redactedByRule,
  usePlaceholderSpans,
  useRedaction,
} from "#request/redaction/useRedaction.ts";

export type RequestReview = ReturnType<typeof useRequestReview>;

export function useRequestReview(props: GateProps) {
  const { request, asked } = props;
  const gate = useGate1(request, asked);
  const { document, model } = gate;
  const [contextOpen, setContextOpen] = useState(false);
  const context = useContextPieces({
    request,
    asked,
    document,
    change: gate.change,
    open: contextOpen,
  });
  const looked = useDeferredValue(document);
  const found = useFindings(request.id, "request", looked);
  const redaction = useRedaction(gate, looked, found, redactedByRule(request));
  const forModel = redaction.made?.document ?? looked;
  const change = useTeamEdits(request.id, gate.typed === undefined ? gate.change : undefined);
  const around = useRequestPaper(request, asked, looked, change);
  const prompt = usePromptTokens(forModel);
  const earlier = useEarlierTurn(request, asked);
  const [epoch, setEpoch] = useState(0);
  const { view, onView } = props;
  const turns = useTurns(document, earlier, epoch, {
    open: view === "all",
    toggle: () => onView(view === "all" ? "blocks" : "all"),
  });
  const again = useAgain(document, earlier);
  const guard = gate1Guard(request, context.ready, redaction.open, gate);
  const review = useReview(props, {
    of: request.id,
    document: looked,
    found,
    guard,
    isCovered: redaction.showsModel,
    uncover: () => redaction.show(false),
    rowFor: rowOfPlace,
    spans: usePlaceholderSpans(redaction),
  });
  return {
    gate,
    choice: gate.ranked.of(model),
    review,
    /** The version of the request that was scanned. */
    looked,
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
    /** Folds the messages of earlier turns again. */
    foldAnew: () => setEpoch(epoch + 1),
  };
}
