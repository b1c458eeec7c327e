// The second gate of a tool call: what the server made of it, editable, before the host gets it.
import { useCallback, useMemo, useState } from "react";
import { canonicalJson } from "../../../../src-shared/canonical.ts";
import type { Json } from "../../../../src-shared/json.ts";
import { checkOutcome } from "../../../../src-shared/kinds/tool-call/checkOutcome.ts";
import { outcomeIn, toolCallIn } from "../../../../src-shared/kinds/tool-call/document.ts";
import type { ToolCallRequest } from "../../../../src-shared/kinds/tool-call/document.ts";
import { reviewable } from "../../../../src-shared/sampling/life/attempts.ts";
import type { Attempt } from "../../../../src-shared/sampling/life/sample.ts";
import type { Path } from "../../../../src-shared/sampling/document/flag.ts";
import type { Block, RequestDocument } from "../../../../src-shared/sampling/document/message.ts";
import { KEYS } from "../../../../src-shared/shortcuts.ts";
import { useT } from "../../../i18n/index.ts";
import { discardDraft, draftKey, draftOf, setDraft } from "../../../state/requests/drafts.ts";
import { useApproveLabel, useTeamEdits } from "../../../state/team.ts";
import { elapsed } from "../../../ui/text/time.ts";
import { BlockView } from "../../blocks/Blocks.tsx";
import { pathKey } from "../../blocks/document.ts";
import { Heading } from "../../blocks/Heading.tsx";
import { JsonBlock } from "../../blocks/JsonBlock.tsx";
import { PlacesContext } from "../../blocks/places.ts";
import { FindingsPanel } from "../../findings/FindingsPanel.tsx";
import {
  reviewFirst,
  reviewGuard,
  scanningDisabledReason,
  seenWord,
  seriousDisabledReason,
} from "../../findings/reviewFirst.tsx";
import type { Serious } from "../../findings/useSerious.ts";
import { guardDisabledReason, sendingDisabledReason } from "../../gates/disabledReasons.tsx";
import type { GateProps } from "../../gates/gateProps.ts";
import { useDecision } from "../../gates/useDecision.ts";
import { KindPage } from "../KindPage.tsx";
import { Votes } from "../../team/Votes.tsx";
import { SideFact } from "../SideFact.tsx";
import { useKindFindings } from "../useKindFindings.ts";
import { useKindKeys } from "../useKindKeys.ts";
import { asDraft, fromBlock, fromJson, shownOutcome } from "./outcome.ts";
import type { ShownOutcome } from "./outcome.ts";
import { RunningCall } from "./RunningCall.tsx";

type Props = GateProps & { asked: RequestDocument };
type Made = Attempt & { state: { generated: unknown; generatedHash: string; tookMs: number } };

export function ResultGate(props: Props) {
  const { sample, asked } = props;
  const [made] = reviewable(sample) as Made[];
  const call = toolCallIn(asked);
  const outcome = made === undefined ? null : outcomeIn(made.state.generated as Json);
  if (call === null) return null;
  if (made === undefined || outcome === null) return <RunningCall {...props} call={call} />;
  return <Held {...props} {...{ call, made }} came={shownOutcome(outcome)} />;
}

function Held({
  call,
  made,
  came: latest,
  ...props
}: Props & { call: ToolCallRequest; made: Made; came: ShownOutcome }) {
  const { sample, view } = props;
  const t = useT();
  // Each push from main brings a new copy; what the server made never changes.
  const [came] = useState(latest);
  const edited = useOutcome(sample.id, came);
  const { document, outcome } = edited.shown;
  const { shared, ...scanned } = useKindFindings(props, "response", document);
  const { found, serious } = scanned;
  const flags = useMemo(() => checkOutcome(call, outcome), [call, outcome]);
  const notes = flags.some(({ severity }) => severity === "note") ? [t("toolCall.misfit")] : [];
  const isWrong = edited.broken || flags.some(({ severity }) => severity === "error");
  const { deciding, bar, decline } = useBar({ ...props, made, edited, serious, isWrong });
  const viewName = t("toolCall.views.result");
  useKindKeys({ gate: props, primary: bar.primary, decline, viewName, edit: null });
  const label = viewName;
  const isError = "error" in outcome || outcome.result["isError"] === true;
  const { tookMs } = made.state;
  return (
    <PlacesContext value={shared}>
      <KindPage
        {...{ ...props, ...scanned, viewName, deciding }}
        notes={notes.length}
        facts={[call.name]}
        side={
          <>
            <FindingsPanel
              looked={found}
              notes={notes}
              what={t("toolCall.checkedResult")}
              {...{ serious, onJump: scanned.onJump }}
            />
            <Votes id={sample.id} shown={document} onUse={edited.use} />
            <SideFact
              label={label}
              answer={t(isError ? "toolCall.isError" : "toolCall.isResult")}
              why={t("toolCall.took", { time: elapsed(t, tookMs) })}
            />
            <SideFact
              label={t("toolCall.tool")}
              answer={call.name}
              why={t(made.edited === true ? "toolCall.ranEdited" : "toolCall.ranAsAsked")}
            />
          </>
        }
        foot={{ ...bar, decline, others: [] }}
      >
        <Heading>
          <b>{t("toolCall.from", { name: call.name })}</b>
          <span>{t("toolCall.notSent")}</span>
        </Heading>
        <Outcome {...{ sample, edited, label }} asJson={view === "json"} />
      </KindPage>
    </PlacesContext>
  );
}

/** The result like any tool result, or as JSON. */
function Outcome({
  sample,
  edited,
  label,
  asJson,
}: Pick<Props, "sample"> & {
  edited: ReturnType<typeof useOutcome>;
  label: string;
  asJson: boolean;
}) {
  const { outcome, block } = edited.shown;
  return block === null || asJson ? (
    <JsonBlock
      value={"result" in outcome ? outcome.result : outcome.error}
      wants="object"
      path={["result" in outcome ? "result" : "error"]}
      onChange={edited.changeJson}
      onBroken={edited.onBroken}
      label={label}
      fill
    />
  ) : (
    <BlockView
      block={block}
      path={["result"]}
      sampleId={sample.id}
      media={sample.media}
      onChange={edited.changeBlock}
      onBroken={edited.onBroken}
      label={label}
    />
  );
}

/** What can be decided about the result as it is shown. */
function useBar({
  sample,
  made,
  edited,
  serious,
  isWrong,
}: Pick<Props, "sample"> & {
  made: Made;
  edited: ReturnType<typeof useOutcome>;
  serious: Serious;
  isWrong: boolean;
}) {
  const t = useT();
  const deciding = useDecision(sample, `result ${reviewGuard(serious)}`);
  const host = sample.asker.host?.name ?? "";
  const fix = { first: t("toolCall.off.fixResult"), second: "", tone: "warn" as const };
  const off =
    sendingDisabledReason(t, deciding) ??
    scanningDisabledReason(t, serious) ??
    seriousDisabledReason(t, serious) ??
    (isWrong ? fix : null) ??
    guardDisabledReason(t, deciding, t("toolCall.off.newResult"));
  const { generatedHash } = made.state;
  const label = useApproveLabel(sample.id, t("review.approveReply"));
  const bar = reviewFirst(t, serious, {
    primary: {
      label,
      disabled: off !== null,
      run: () => {
        if (off !== null) return;
        const { document } = edited.shown;
        const decision = { attemptId: made.id, document, ...seenWord(serious) };
        deciding.run(generatedHash, { kind: "approve-result", ...decision });
      },
    },
    sends: {
      first: (
        <>
          {t("toolCall.sendsTo")} <b>{host === "" ? t("toolCall.theHost") : host}</b>
        </>
      ),
      second: edited.isEdited ? t("toolCall.editedByYou") : "",
    },
    off,
  });
  const decline = {
    id: "decline",
    label: t("toolCall.reject"),
    keys: KEYS.reject,
    disabled: !deciding.guardOn || deciding.busy,
    run: () => deciding.run(generatedHash, { kind: "reject", tellServer: false }),
  };
  return { deciding, bar, decline };
}

/** The outcome as edited, kept in a draft. */
function useOutcome(id: string, came: ShownOutcome) {
  const [shown, setShown] = useState(() => draftedIn(id, came) ?? came);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const original = useMemo(() => canonicalJson(came.document as Json), [came]);
  const isEdited =
    shown.document !== came.document && canonicalJson(shown.document as Json) !== original;
  const change = useTeamEdits(id, (next: ShownOutcome): void => {
    setShown(next);
    if (canonicalJson(next.document as Json) === original) discardDraft(id, "respond");
    else setDraft(id, { gate: "respond", document: next.document });
  });
  const onBroken = useCallback(
    (path: Path, isBroken: boolean) =>
      setBroken((before) => {
        const next = new Set(before);
        if (isBroken) next.add(pathKey(path));
        else next.delete(pathKey(path));
        return next;
      }),
    [],
  );
  return {
    ...{ shown, isEdited, onBroken },
    broken: broken.size > 0,
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
