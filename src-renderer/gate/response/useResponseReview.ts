// Everything that gate 2 shows: the edited response, its findings, what is selected.
import { useDeferredValue, useMemo, useState } from "react";
import { textOfContent } from "#shared/request/document/blocks.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import { checkResponse } from "#shared/request/checks/validate.ts";
import { tokensIn } from "#request/models/tokens.ts";
import type { Flag } from "#shared/request/document/flag.ts";
import { isBlankStart } from "#shared/request/life/attempts.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { findingsIn, useFindings } from "#data/findings.ts";
import { updateCandidateView, useSideBySide } from "#data/requests/candidates.ts";
import { useTeamEdits } from "#data/team.ts";
import type { GateView } from "#data/view.ts";
import { usePaper } from "#request/document/onPaper.tsx";
import { marksIn, markSpans } from "#request/findings/findingActions.ts";
import type { GateProps } from "../gate.ts";
import { useReview } from "../useReview.ts";
import { lateScans } from "../request/gate1Guard.ts";
import { callFlags, useCallChecks } from "#request/response/useCallChecks.ts";
import { isAnswered, useGate2 } from "#request/response/useGate2.ts";
import type { Answered } from "#request/response/useGate2.ts";
import { useAction } from "#kit/hooks/useAction.ts";

export interface AttemptGateProps extends GateProps {
  current: Attempt;
  /** A complete attempt that decisions name while the current one is not complete. */
  fallback: Answered;
}

const NO_FLAGS: readonly Flag[] = [];

export type ResponseReview = ReturnType<typeof useResponseReview>;

export function useResponseReview(props: AttemptGateProps) {
  const { request, asked, onView, current, fallback } = props;
  const isThere = isAnswered(current);
  const attempt = isThere ? current : fallback;
  const gate = useGate2(request, attempt);
  const { document } = gate;
  // Nothing to check in an empty start.
  const unwritten = isBlankStart(attempt) && !gate.edited;
  const looked = useDeferredValue(document);
  const found = useFindings(request.id, "response", isThere ? looked : null);
  const [showsWritten, setWritten] = useState(false);
  const written = showsWritten && isThere ? (attempt.state.written ?? null) : null;
  const calls = useCallChecks(document, asked);
  const checked = useResponseFlags(request, asked, document, attempt.model === null || gate.edited);
  const byRules = unwritten ? NO_FLAGS : checked;
  const flags = useMemo(
    () => [...byRules, ...callFlags(calls, attempt)],
    [byRules, calls, attempt],
  );
  const change = useTeamEdits(request.id, gate.typed === undefined ? gate.change : undefined);
  const { failure, fail, clear } = useAction();
  const paper = usePaper({
    requestId: request.id,
    document,
    // `CallFacts` already shows this flag below the tool call.
    flags: useMemo(() => byRules.filter(({ code }) => code !== "tool-undeclared"), [byRules]),
    media: request.media,
    change,
    failed: fail,
  });
  const toView = (to: GateView): void => {
    updateCandidateView(request.id, { sideBySide: false });
    onView(to);
  };
  const spans = useMemo(
    () => (written === null ? null : markSpans(written, marksIn(attempt.document))),
    [written, attempt.document],
  );
  const sideBySide = useSideBySide(request.id) && request.attempts.length > 1;
  const review = useReview(
    { ...props, onView: toView },
    {
      of: `${request.id} ${attempt.id}`,
      document: looked,
      found,
      guard: `gate 2 ${current.id} ${current.state.kind}${lateScans(request, "response")}`,
      isCovered: sideBySide || !isThere || written !== null,
      uncover() {
        setWritten(false);
        updateCandidateView(request.id, { sideBySide: false });
      },
      rowFor: ([field]) => (field === "stopReason" ? "stop-reason" : null),
      spans,
    },
  );
  return {
    attempt,
    isThere,
    gate,
    /** An answer by hand in which nothing has been typed yet. */
    unwritten,
    review,
    looked,
    /** How many findings the user's edits removed. */
    settled: Math.max(0, findingsIn(gate.generated).length - findingsIn(looked).length),
    /** The response with placeholders as the model wrote it; null while the paper shows the one to be sent. */
    written,
    setWritten,
    calls,
    flags,
    /** Undefined while the JSON view holds text that is not a valid document. */
    change,
    medium: { failure, clear },
    paper,
    toView,
  };
}

/**
 * The flags of the response, for the server that would get it.
 * @param written the user wrote or edited it, so check its length against the token limit
 */
function useResponseFlags(
  request: HeldRequest,
  asked: RequestDocument,
  document: ResponseDocument,
  written: boolean,
): Flag[] {
  const { requester, media } = request;
  const { era, protocolVersion } = requester;
  return useMemo(
    () =>
      checkResponse(document, asked, {
        spoken: { era, protocolVersion },
        media,
        ...(written ? { writtenTokens: tokensIn(textOfContent(document.content)) } : {}),
      }),
    [document, asked, era, protocolVersion, media, written],
  );
}
