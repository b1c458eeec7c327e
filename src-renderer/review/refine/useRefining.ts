// Everything that refining shows, and its decision.
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import { misfitsOf } from "../../../src-shared/models/ranking/fit.ts";
import type { Path } from "../../../src-shared/sampling/document/flag.ts";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { instructionOf, withMediaInInstruction } from "../../../src-shared/sampling/life/refine.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import { kindFactsOf } from "../../../src-shared/kinds/facts.ts";
import { updateCandidateView, candidateViewOf } from "../../state/requests/candidates.ts";
import type { RefinementDraft } from "../../state/requests/candidates.ts";
import { useFindings } from "../../state/findings.ts";
import { pathKey } from "../blocks/document.ts";
import { misfitDisabledReason, traitsFor } from "../models/Fit.tsx";
import {
  reviewGuard,
  scanningDisabledReason,
  seenWord,
  seriousDisabledReason,
} from "../findings/reviewFirst.tsx";
import { useSerious } from "../findings/useSerious.ts";
import { spansOf, useFindingKeys } from "../findings/findingActions.ts";
import type { Change } from "../blocks/document.ts";
import { requestDisabledReason } from "../gates/disabledReasons.tsx";
import type { DisabledReason } from "../gates/disabledReasons.tsx";
import { Places } from "../blocks/places.ts";
import { useRanking } from "../models/ranking.ts";
import { jumpTo, useRequestPaper } from "../gate1/requestPaper.ts";
import { effectiveModelKey, effectiveModel } from "../models/effectiveModel.ts";
import { useDecision } from "../gates/useDecision.ts";
import type { Answered } from "../gate2/useGate2.ts";

export interface RefineProps {
  sample: Sample;
  asked: RequestDocument;
  /** The attempt to refine. */
  attempt: Answered;
  refining: RefinementDraft;
  narrow: boolean;
  panelOpen: boolean;
  onPanel: (open: boolean) => void;
}

export type RefineReview = ReturnType<typeof useRefining>;

export const ignore = (): void => undefined;

/** The refinement request, its findings, and the decision about it. */
export function useRefining(props: RefineProps) {
  const { sample, asked, attempt, refining, narrow, onPanel } = props;
  const t = useT();
  const { document } = refining;
  const number = sample.attempts.findIndex(({ id }) => id === attempt.id) + 1;
  const ranked = useRanking(sample, document, attempt.model);
  const { model, lost } = effectiveModel(ranked, refining.model);
  const places = useRef(new Places()).current;
  const change = useCallback<Change>(
    (next) => {
      const { refining: old } = candidateViewOf(sample.id);
      if (old === null) return;
      updateCandidateView(sample.id, { refining: { ...old, document: next(old.document) } });
    },
    [sample.id],
  );
  const { broken, onBroken } = useBroken();
  const looked = useDeferredValue(document);
  const found = useFindings(sample.id, "request", looked);
  const { findings } = found;
  const around = useRequestPaper(sample, asked, looked, change);
  const shared = useMemo(() => ({ places, spans: spansOf(t, findings) }), [t, places, findings]);
  const jump = jumpTo(places, { view: "blocks", onView: ignore, narrow, onPanel });
  useFindingKeys(findings, jump);
  const toFinding = (finding: Finding): void => jump(finding, true);
  const serious = useSerious(`${sample.id} refine`, looked, true, found, places, toFinding);
  const guard = `refine ${attempt.id} ${effectiveModelKey(ranked.first, lost)} ${reviewGuard(serious)}`;
  const deciding = useDecision(sample, guard);
  const name = ranked.of(model)?.name ?? "";
  const traits = traitsFor(ranked.view, model);
  const errors = errorsIn(sample, document, asked);
  const off =
    seriousDisabledReason(t, serious) ??
    emptyOff(t, document) ??
    requestDisabledReason(
      t,
      deciding,
      { count: errors.length, first: errors[0]?.code, broken },
      model !== null,
      misfitDisabledReason(t, document, traits, name),
      true,
    ) ??
    scanningDisabledReason(t, serious);
  const hasAssistantMedia =
    traits !== null &&
    withMediaInInstruction(document) !== document &&
    misfitsOf(document, traits).some(({ where }) => where === "assistant");
  const approve = (): void => {
    if (off !== null || model === null) return;
    deciding.run(attempt.state.generatedHash, {
      kind: "approve-request",
      document,
      model,
      ...(attempt.options === undefined ? {} : { options: attempt.options }),
      from: { attemptId: attempt.id, how: "refine" },
      ...seenWord(serious),
    });
  };
  const keep = (): void => updateCandidateView(sample.id, { refining: null });
  useLastMessage(places, document.messages.length - 1);
  return {
    number,
    ranked,
    model,
    name,
    deciding,
    change,
    onBroken,
    looked,
    found,
    serious,
    around,
    shared,
    jump,
    off,
    hasAssistantMedia,
    approve,
    keep,
  };
}

const emptyOff = (t: T, document: RequestDocument): DisabledReason | null =>
  instructionOf(document).trim() === ""
    ? {
        first: t("candidates.refine.empty"),
        second: t("candidates.refine.emptyNext"),
        tone: "warn",
      }
    : null;

/** JSON texts that do not parse. */
function useBroken() {
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set());
  const onBroken = useCallback((path: Path, broken: boolean) => {
    setPaths((before) => {
      const next = new Set(before);
      if (broken) next.add(pathKey(path));
      else next.delete(pathKey(path));
      return next;
    });
  }, []);
  return { broken: paths.size > 0, onBroken };
}

/** How many frames to wait until the last message of a long request is rendered. */
const TRIES = 30;

/** Focuses the instruction, which is the last message, and scrolls to it. */
function useLastMessage(places: Places, last: number): void {
  const first = useRef(last).current;
  useEffect(() => {
    let frame = 0;
    let tries = 0;
    const go = (): void => {
      tries += 1;
      const path = ["messages", first, "content", "text"];
      if (!places.jump(path, { start: 0, end: 0 }) && tries < TRIES) {
        frame = requestAnimationFrame(go);
      }
    };
    frame = requestAnimationFrame(go);
    return () => cancelAnimationFrame(frame);
  }, [places, first]);
}

const errorsIn = (sample: Sample, document: RequestDocument, asked: RequestDocument): Flag[] =>
  kindFactsOf(sample)
    .checkDraft(document, asked, sample.media)
    .filter(({ severity }) => severity === "error");
