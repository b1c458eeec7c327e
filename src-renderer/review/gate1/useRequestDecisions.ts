// The decisions of gate 1 and what prevents them.
import { useT } from "../../i18n/index.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { requestDisabledReason } from "../gates/disabledReasons.tsx";
import { misfitDisabledReason, traitsFor } from "../models/Fit.tsx";
import {
  reviewedNews,
  scanningDisabledReason,
  seenWord,
  seriousDisabledReason,
} from "../findings/reviewFirst.tsx";
import { answerByHandOffReason } from "./Gate1Parts.tsx";
import { useErrors } from "./requestPaper.ts";
import { redactionDisabledReason } from "./useRedaction.ts";
import type { RequestReview } from "./useRequestReview.ts";

export type RequestDecisions = ReturnType<typeof useRequestDecisions>;

export function useRequestDecisions(sample: Sample, asked: RequestDocument, review: RequestReview) {
  const t = useT();
  const { gate, choice, deciding, redaction, context, serious } = review;
  const { document, model, broken } = gate;
  const errors = useErrors(document, asked, sample);
  const unkept = redactionDisabledReason(t, redaction);
  const off =
    seriousDisabledReason(t, serious) ??
    requestDisabledReason(
      t,
      deciding,
      { count: errors.length, first: errors[0]?.code, broken },
      model !== null,
      unkept ??
        misfitDisabledReason(t, document, traitsFor(gate.models, model), choice?.name ?? ""),
      context.ready,
      reviewedNews(t, serious),
    ) ??
    scanningDisabledReason(t, serious);
  const redact = redaction.chosen.length === 0 ? {} : { redact: [...redaction.chosen] };
  const along = { ...redact, ...seenWord(serious) };
  const approval =
    model === null
      ? null
      : { kind: "approve-request" as const, document, model, options: gate.options, ...along };
  return {
    /** Why the request cannot be approved; null if it can. */
    off,
    /** Null if there is no model. */
    approval,
    /** Part of every approval: values to redact, serious findings seen. */
    along,
    approve(): void {
      if (off === null && approval !== null) deciding.run(sample.askedHash, approval);
    },
    byHand: {
      disabled: !deciding.guardOn || broken || deciding.held !== null || unkept !== null,
      why: answerByHandOffReason(t, deciding.held, broken, unkept !== null),
      run: () => {
        const seen = serious.unseen === 0 && !serious.scanning ? seenWord(serious) : {};
        const along = { ...redact, ...seen };
        deciding.run(sample.askedHash, { kind: "answer-by-hand", document, ...along });
      },
    },
  };
}
