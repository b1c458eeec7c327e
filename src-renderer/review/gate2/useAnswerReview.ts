// Everything that gate 2 shows: the edited response, its findings, what is selected.
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { useT } from "../../i18n/index.ts";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import { isBlankStart } from "../../../src-shared/sampling/life/attempts.ts";
import type { Attempt } from "../../../src-shared/sampling/life/sample.ts";
import { findingsIn, useFindings } from "../../state/findings.ts";
import { updateCandidateView, useSideBySide } from "../../state/requests/candidates.ts";
import { useTeamEdits } from "../../state/team.ts";
import type { GateView } from "../../state/view.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { usePaper } from "../blocks/onPaper.tsx";
import { Places } from "../blocks/places.ts";
import {
  marksIn,
  markSpans,
  showPlace,
  spansOf,
  useFindingKeys,
} from "../findings/findingActions.ts";
import { useSerious } from "../findings/useSerious.ts";
import { openSideRow } from "../gates/goToSideRow.ts";
import type { GateProps } from "../gates/gateProps.ts";
import { useAnswerFlags } from "./answerFlags.ts";
import { callFlags, useCallChecks } from "./useCallChecks.ts";
import { isAnswered, useGate2 } from "./useGate2.ts";
import type { Answered } from "./useGate2.ts";

export interface AttemptGateProps extends GateProps {
  current: Attempt;
  /** A complete attempt that decisions name while the current one is not complete. */
  fallback: Answered;
}

const NO_FLAGS: readonly Flag[] = [];

export type AnswerReview = ReturnType<typeof useAnswerReview>;

export function useAnswerReview(props: AttemptGateProps) {
  const { sample, asked, view, onView, narrow, onPanel, current, fallback } = props;
  const t = useT();
  const isThere = isAnswered(current);
  const attempt = isThere ? current : fallback;
  const gate = useGate2(sample, attempt);
  const { document } = gate;
  // Nothing to check in an empty start.
  const unwritten = isBlankStart(attempt) && !gate.edited;
  const places = useRef(new Places()).current;
  const looked = useDeferredValue(document);
  const found = useFindings(sample.id, "response", isThere ? looked : null);
  const { findings } = found;
  const [showsWritten, setWritten] = useState(false);
  const written = showsWritten && isThere ? (attempt.state.written ?? null) : null;
  const calls = useCallChecks(document, asked);
  const checked = useAnswerFlags(sample, asked, document, attempt.model === null || gate.edited);
  const byRules = unwritten ? NO_FLAGS : checked;
  const flags = useMemo(
    () => [...byRules, ...callFlags(calls, attempt)],
    [byRules, calls, attempt],
  );
  const change = useTeamEdits(sample.id, gate.typed === undefined ? gate.change : undefined);
  const [failure, setFailure] = useState<Failure | null>(null);
  const paper = usePaper({
    sampleId: sample.id,
    document,
    // `CallFacts` already shows this flag below the tool call.
    flags: useMemo(() => byRules.filter(({ code }) => code !== "tool-undeclared"), [byRules]),
    media: sample.media,
    change,
    failed: setFailure,
  });
  const shared = useMemo(
    () => ({
      places,
      spans:
        written === null ? spansOf(t, findings) : markSpans(written, marksIn(attempt.document)),
    }),
    [t, places, findings, written, attempt.document],
  );
  const toView = (to: GateView): void => {
    updateCandidateView(sample.id, { sideBySide: false });
    onView(to);
  };
  const jump = (place: Finding | Flag, quietly = false): void => {
    const inPanel = place.path[0] === "stopReason";
    setWritten(false);
    if (narrow) onPanel(inPanel);
    if (!inPanel) toView("blocks");
    requestAnimationFrame(() => {
      if (!inPanel) return showPlace(places, place, () => narrow && onPanel(true), quietly);
      openSideRow("stop-reason");
      requestAnimationFrame(() => places.jump(place.path));
    });
  };
  useFindingKeys(findings, jump);
  const isShown = useShowsBlocks(sample, view) && isThere && written === null;
  const of = `${sample.id} ${attempt.id}`;
  const serious = useSerious(of, looked, isShown, found, places, (finding) => jump(finding, true));

  return {
    attempt,
    isThere,
    gate,
    /** An answer by hand in which nothing has been typed yet. */
    unwritten,
    places,
    looked,
    found,
    serious,
    /** How many findings the user's edits removed. */
    settled: Math.max(0, findingsIn(gate.generated).length - findingsIn(looked).length),
    /** The response with placeholders as the model wrote it; null while the paper shows the one to be sent. */
    written,
    setWritten,
    calls,
    flags,
    /** Undefined while the JSON view holds text that is not a valid document. */
    change,
    medium: { failure, clear: () => setFailure(null) },
    paper,
    shared,
    toView,
    jump,
  };
}

/** The paper shows a single response as blocks. */
function useShowsBlocks(sample: Sample, view: GateView): boolean {
  const sideBySide = useSideBySide(sample.id) && sample.attempts.length > 1;
  return view === "blocks" && !sideBySide;
}
