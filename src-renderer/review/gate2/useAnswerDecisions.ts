// The decisions of gate 2, what prevents them, and the other actions.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import { sameModel } from "../../../src-shared/models/model.ts";
import type { Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { DecisionGuard } from "../../guard/decisionGuard.ts";
import { send } from "../../state/commands.ts";
import type { Other } from "../gates/Actions.tsx";
import { responseDisabledReason } from "../gates/disabledReasons.tsx";
import type { Deciding } from "../gates/useDecision.ts";
import {
  reviewedNews,
  scanningDisabledReason,
  seenWord,
  seriousDisabledReason,
} from "../findings/reviewFirst.tsx";
import { findModel } from "../models/findModel.ts";
import { useAgain, useAgainGuard } from "./gate2Hooks.ts";
import type { AnswerReview } from "./useAnswerReview.ts";

export type AnswerDecisions = ReturnType<typeof useAnswerDecisions>;

export function useAnswerDecisions(
  sample: Sample,
  current: Attempt,
  {
    attempt,
    gate,
    flags,
    serious,
    unwritten,
    deciding,
  }: Pick<AnswerReview, "attempt" | "gate" | "flags" | "serious" | "unwritten" | "deciding">,
) {
  const t = useT();
  const again = useAgain(sample, current);
  const againArm = useAgainGuard(sample, current, again.guard);
  const errors = flags.filter((flag) => flag.severity === "error");
  const hash = attempt.state.generatedHash;
  const off =
    seriousDisabledReason(t, serious) ??
    responseDisabledReason(
      t,
      deciding,
      { count: errors.length, first: errors[0]?.code, broken: gate.broken },
      current,
      unwritten ? sample.asker.name : null,
      reviewedNews(t, serious),
    ) ??
    scanningDisabledReason(t, serious);
  return {
    deciding,
    again,
    /** The response hash that decisions name. */
    hash,
    /** Why the response cannot be approved; null if it can. */
    off,
    approve(): void {
      if (off !== null) return;
      const { document } = gate;
      const seen = seenWord(serious);
      deciding.run(hash, { kind: "approve-response", attemptId: attempt.id, document, ...seen });
    },
    others: othersFor(t, sample, current, hash, { deciding, again, againArm }),
  };
}

interface Hands {
  deciding: Deciding;
  again: ReturnType<typeof useAgain>;
  /** The guard for generating with `again.model`. */
  againArm: DecisionGuard;
}

/** The other actions: generate again, back to the request, stop. */
function othersFor(
  t: T,
  sample: Sample,
  current: Attempt,
  hash: string,
  { deciding, again, againArm }: Hands,
): Other[] {
  const canAct = deciding.guardOn && !deciding.busy && deciding.held === null;
  const canAgain = canAct && againArm.isOn && again.model !== null;
  const comes = current.state.kind === "running" || current.state.kind === "waiting";
  const regenerate = (): void => {
    const { model } = again;
    if (model === null) return;
    againArm.run(() =>
      deciding.run(hash, {
        kind: "approve-request",
        document: current.document,
        model,
        ...(current.options === undefined ? {} : { options: current.options }),
        ...(current.seriousSeen === undefined ? {} : { seriousSeen: current.seriousSeen }),
        from: { attemptId: current.id, how: "again" },
      }),
    );
  };
  const byHand = current.model === null;
  const same = current.model !== null && sameModel(again.model, current.model);
  const word = byHand ? "generate" : "regenerate";
  const others: Other[] = [
    {
      id: "again",
      label:
        same || again.model === null
          ? t(`review.${word}`)
          : t(`review.${word}With`, { model: findModel(again.models, again.model).name }),
      keys: KEYS.regenerate,
      disabled: !canAgain,
      run: regenerate,
    },
    {
      id: "back",
      label: t("review.backToRequest"),
      disabled: !canAct,
      run: () => deciding.run(hash, { kind: "back-to-request" }),
    },
  ];
  if (comes) {
    others.push({
      id: "stop",
      label: t("review.stop"),
      run: () => void send("desk.stop", sample.id, current.id),
    });
  }
  return others;
}
