// What the server made of a tool call, editable, before the host gets it.
import { useMemo, useState } from "react";
import { canonicalJson } from "#shared/canonical.ts";
import type { Json } from "#shared/json.ts";
import { checkOutcome } from "#shared/request/kinds/tool-call/checkOutcome.ts";
import { outcomeIn, toolCallIn } from "#shared/request/kinds/tool-call/document.ts";
import { reviewable } from "#shared/request/life/attempts.ts";
import type { Flag } from "#shared/request/document/flag.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Block } from "#shared/request/document/message.ts";
import { useT } from "#words/index.ts";
import { BlockView } from "#request/document/Blocks.tsx";
import { Heading } from "#request/document/Heading.tsx";
import { JsonBlock } from "#request/document/JsonBlock.tsx";
import { useBroken } from "#request/document/useBroken.ts";
import { seenWord } from "#request/findings/reviewFirst.tsx";
import { DiffView, textPart } from "#request/json/DiffView.tsx";
import { roundedNotes } from "./roundedNotes.ts";
import { asDraft, fromBlock, fromJson, shownOutcome } from "./callOutcome.ts";
import type { ShownOutcome } from "./callOutcome.ts";
import { useFindings } from "#data/findings.ts";
import { discardDraft, draftKey, draftOf, setDraft } from "#data/requests/drafts.ts";
import { useTeamEdits } from "#data/team.ts";
import { elapsed } from "#kit/text/time.ts";
import { gateOf } from "../frame/Frame.tsx";
import type { Gate, GateProps } from "../gate.ts";
import { RunningGate } from "./running.tsx";
import { kindSteps } from "../steps.ts";
import { useReview } from "../useReview.ts";

type Made = Attempt & {
  state: { generated: unknown; generatedHash: string; tookMs: number; flags?: Flag[] };
};

/** What the server made, once it has. */
const madeOf = (request: HeldRequest): Made | undefined => (reviewable(request) as Made[])[0];

export function ResultGate(props: GateProps) {
  const made = madeOf(props.request);
  const isThere = made !== undefined && outcomeIn(made.state.generated as Json) !== null;
  return isThere ? <HeldResult {...props} /> : <RunningGate {...props} />;
}

const HeldResult = gateOf(function useResult(props: GateProps): Gate | null {
  const { request, asked } = props;
  const t = useT();
  const made = madeOf(request);
  const call = toolCallIn(asked);
  // Each push from main brings a new copy; what the server made never changes.
  const [came] = useState(() => {
    const outcome = made === undefined ? null : outcomeIn(made.state.generated as Json);
    return shownOutcome(outcome ?? { result: {} });
  });
  const edited = useOutcome(request.id, came);
  const { document, outcome, block } = edited.shown;
  const found = useFindings(request.id, "response", document);
  const of = `${request.id} response`;
  const review = useReview(props, { of, document, found, guard: "result" });
  const flags = useMemo(() => (call === null ? [] : checkOutcome(call, outcome)), [call, outcome]);
  if (made === undefined || call === null) return null;
  const isWrong = edited.isBroken || flags.some(({ severity }) => severity === "error");
  const isError = "error" in outcome || outcome.result["isError"] === true;
  const label = t("common.result");
  const host = request.requester.host?.name ?? "";
  const { generatedHash, tookMs } = made.state;
  const title = (
    <Heading>
      <b>{t("toolCall.from", { name: call.name })}</b>
      <span>{t("toolCall.notSent")}</span>
    </Heading>
  );
  const json = (
    <>
      {title}
      <JsonBlock
        value={contentOf(edited.shown)}
        wants="object"
        path={["result" in outcome ? "result" : "error"]}
        onChange={edited.changeJson}
        onBroken={edited.onBroken}
        label={label}
        fill
      />
    </>
  );
  return {
    review,
    steps: kindSteps(t, request, "response"),
    views: [
      {
        id: "blocks",
        label,
        render: () =>
          block === null ? (
            json
          ) : (
            <>
              {title}
              <BlockView
                block={block}
                path={["result"]}
                requestId={request.id}
                media={request.media}
                onChange={edited.changeBlock}
                onBroken={edited.onBroken}
                label={label}
              />
            </>
          ),
      },
      { id: "json", label: t("common.json"), render: () => json },
      {
        id: "diff",
        label: t("common.diff"),
        render: () => (
          <DiffView
            identity={request.id}
            parts={[textPart(label, textOf(came), textOf(edited.shown))]}
            legend={t("toolCall.diff.result")}
          />
        ),
      },
    ],
    findings: {
      notes: [
        ...(flags.some(({ severity }) => severity === "note") ? [t("toolCall.misfit")] : []),
        ...roundedNotes(t, made.state.flags),
      ],
      what: t("toolCall.checkedResult"),
    },
    votes: { shown: document, onUse: edited.use },
    rows: [
      {
        id: "made",
        label,
        value: t(isError ? "toolCall.isError" : "toolCall.isResult"),
        why: t("toolCall.took", { time: elapsed(t, tookMs) }),
      },
      {
        id: "tool",
        label: t("toolCall.tool"),
        value: call.name,
        why: t(made.edited === true ? "toolCall.ranEdited" : "toolCall.ranAsAsked"),
        brief: call.name,
      },
    ],
    decide: {
      label: t("review.approveReply"),
      approve: () =>
        review.deciding.run(generatedHash, {
          kind: "approve-result",
          attemptId: made.id,
          document,
          ...seenWord(review.serious),
        }),
      sends: {
        first: (
          <>
            {t("toolCall.sendsTo")} <b>{host === "" ? t("common.theAgent") : host}</b>
          </>
        ),
        second: edited.isEdited ? t("toolCall.editedByYou") : "",
      },
      blockers: [isWrong ? { first: t("toolCall.off.fixResult"), second: "", tone: "warn" } : null],
      news: t("toolCall.off.newResult"),
      reject: {
        kind: "reject",
        hash: generatedHash,
        effect: t("toolCall.rejects.result"),
        tells: "host",
      },
      rule: null,
    },
  };
});

const contentOf = ({ outcome }: ShownOutcome) =>
  "result" in outcome ? outcome.result : outcome.error;
const textOf = (shown: ShownOutcome): string => JSON.stringify(contentOf(shown), null, 2);

/** The outcome as edited, kept in a draft. */
function useOutcome(id: string, came: ShownOutcome) {
  const [shown, setShown] = useState(() => draftedIn(id, came) ?? came);
  const { isBroken, onBroken } = useBroken();
  const original = useMemo(() => canonicalJson(came.document as Json), [came]);
  const isEdited =
    shown.document !== came.document && canonicalJson(shown.document as Json) !== original;
  const change = useTeamEdits(id, (next: ShownOutcome): void => {
    setShown(next);
    if (canonicalJson(next.document as Json) === original) discardDraft(id, "respond");
    else setDraft(id, { gate: "respond", document: next.document });
  });
  return {
    shown,
    isEdited,
    isBroken,
    onBroken,
    changeBlock: change && ((block: Block | null) => block !== null && change(fromBlock(block))),
    changeJson:
      change &&
      ((value: Json) => {
        const next = fromJson(value, shown.outcome);
        if (next !== null) change(next);
        onBroken(["whole"], next === null);
      }),
    use:
      change &&
      ((proposed: unknown) => {
        const outcome = outcomeIn(proposed as Json);
        if (outcome !== null) change(asDraft(outcome, came));
      }),
  };
}

function draftedIn(id: string, came: ShownOutcome): ShownOutcome | null {
  const draft = draftOf(draftKey(id, { gate: "respond" }));
  const outcome = draft?.gate === "respond" ? outcomeIn(draft.document) : null;
  return outcome === null ? null : asDraft(outcome, came);
}
