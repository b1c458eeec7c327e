// The actions of gate 1, in the action bar and as shortcuts.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useMemo } from "react";
import { useApproveLabel } from "../../state/team.ts";
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import type { Block } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useActions } from "../../state/actions.ts";
import { MiddleEllipsis } from "../../ui/layout/MiddleEllipsis.tsx";
import { addMessage, withSystemPrompt } from "../blocks/document.ts";
import { useOwnMedia } from "../blocks/ownMedia.ts";
import { severalItems } from "../candidates/several.ts";
import { Actions } from "../gates/Actions.tsx";
import type { Other } from "../gates/Actions.tsx";
import { allDetailsFor, gateActions } from "../gates/gateActions.ts";
import type { GateProps } from "../gates/gateProps.ts";
import { reviewFirst } from "../findings/reviewFirst.tsx";
import { rejectOf } from "../gates/rejectOf.ts";
import { createRuleFor } from "../rules/createRuleFor.ts";
import { useAtMost } from "../tokens/Estimate.tsx";
import type { RequestDecisions } from "./useRequestDecisions.ts";
import type { RequestReview } from "./useRequestReview.ts";

interface Doing {
  review: RequestReview;
  decisions: RequestDecisions;
  rejecting: boolean;
  onRejecting: (open: boolean) => void;
}

function severalFor(t: T, sample: Sample, { review, decisions }: Doing): Other[] {
  const { gate, deciding } = review;
  const { off, along } = decisions;
  return severalItems(t, gate.ranked, gate.model, {
    run: off === null ? { document: gate.document, options: gate.options, ...along } : null,
    alone: false,
    approve: (runs) => deciding.run(sample.askedHash, { kind: "approve-candidates", runs }),
  });
}

export function Gate1Actions(props: Doing & { sample: Sample; narrow: boolean }) {
  const { sample, review, decisions, rejecting, onRejecting, narrow } = props;
  const t = useT();
  const { choice, deciding, prompt, forModel, serious } = review;
  const { off, approve, byHand } = decisions;
  const label = useApproveLabel(sample.id, t("review.approveGenerate"));
  const additions = useAdditions(review);
  const most = useAtMost({ document: forModel, prompt, model: choice?.view });
  return (
    <Actions
      {...reviewFirst(t, serious, {
        primary: { label, disabled: off !== null, run: approve },
        sends: {
          first: (
            <>
              <span>{t(narrow ? "review.sends.to" : "review.sends.sendsTo")}</span>{" "}
              <MiddleEllipsis name={choice?.name ?? ""} />{" "}
              <span data-rest="">{t("review.sends.at", { provider: choice?.provider ?? "" })}</span>
            </>
          ),
          second: t("review.sends.tokens", { count: prompt.total, most }),
        },
        off,
      })}
      others={[
        {
          id: "by-hand",
          label: t("review.answerByHand"),
          keys: KEYS.byHand,
          ...byHand,
        },
        createRuleFor(t, sample.id, "request"),
      ]}
      more={[...additions, ...severalFor(t, sample, props), allDetailsFor(t)]}
      reject={rejectOf(t, sample, sample.askedHash, deciding)}
      stop={null}
      guardOn={deciding.guardOn && !deciding.busy}
      rejecting={rejecting}
      onRejecting={onRejecting}
      narrow={narrow}
    />
  );
}

/** Menu items that add an image, audio or a system prompt. */
function useAdditions({ gate: { document }, change }: RequestReview): Other[] {
  const t = useT();
  const { pick } = useOwnMedia();
  if (change === undefined) return [];
  const add = (part: Block): void =>
    change((now) => addMessage(now, now.messages.length - 1, part));
  const list: Other[] = [
    { id: "image", label: t("review.addImage"), run: () => pick("image", add) },
    { id: "audio", label: t("review.addAudio"), run: () => pick("audio", add) },
  ];
  if (document.systemPrompt === undefined) {
    const run = (): void => change((now) => withSystemPrompt(now, ""));
    list.unshift({ id: "system", label: t("review.addSystem"), run });
  }
  return list;
}

export function useGate1Keys(gateProps: GateProps, doing: Doing): void {
  const { sample, view, onView, narrow, panelOpen, onPanel } = gateProps;
  const { review, decisions, rejecting, onRejecting } = doing;
  const t = useT();
  const { gate, deciding, redaction, turns, shared, serious } = review;
  const { off, byHand } = decisions;
  const label = useApproveLabel(sample.id, t("review.approveGenerate"));
  const actions = useMemo(
    () =>
      gateActions(t, {
        approve: {
          label,
          disabled: off !== null || rejecting,
          run: decisions.approve,
        },
        serious: rejecting ? null : serious,
        reject: off?.all === true ? null : { run: () => onRejecting(true) },
        onView,
        edit: () => {
          onView("blocks");
          requestAnimationFrame(() => shared.places.focusFirst());
        },
        rows: ["findings", "model", "cost", "settings"],
        panel: narrow ? () => onPanel(!panelOpen) : null,
        extra: [
          {
            id: "by-hand",
            group: "request",
            label: t("review.answerByHand"),
            keys: KEYS.byHand,
            decides: true,
            disabled: byHand.disabled,
            run: byHand.run,
          },
          ...severalFor(t, sample, doing)
            .slice(0, 1)
            .map((item) => ({ ...item, group: "request" as const, decides: true })),
          { ...createRuleFor(t, sample.id, "request"), group: "request" },
          {
            id: "unfold",
            group: "request",
            label: t("tools.fold.action"),
            keys: KEYS.unfold,
            disabled: view !== "blocks" || turns === null || turns.foldable === 0,
            run: () => turns?.toggle(),
          },
        ],
      }),
    // The callbacks close over what is shown, so they are rebuilt with it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [
      t,
      label,
      off,
      rejecting,
      gate.document,
      redaction.chosen,
      gate.options,
      gate.model,
      narrow,
      panelOpen,
      serious,
      deciding.guardOn,
      byHand.disabled,
      deciding.busy,
      turns,
      view,
    ],
  );
  useActions("gate", actions);
}
