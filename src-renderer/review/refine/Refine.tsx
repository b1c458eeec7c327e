// Refining a response: the request that will be sent to the model, editable and approved like any other. The current
// response is kept.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useMemo } from "react";
import { useT } from "../../i18n/index.ts";
import { withMediaInInstruction } from "../../../src-shared/sampling/life/refine.ts";
import { useActions } from "../../state/actions.ts";
import { updateCandidateView } from "../../state/requests/candidates.ts";
import { openSettings } from "../../state/view.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { ImageIcon, RefineIcon } from "../../ui/controls/icons.ts";
import { Actions } from "../gates/Actions.tsx";
import { IdentityBand } from "../gates/IdentityBand.tsx";
import { SideSummary } from "../gates/SideSummary.tsx";
import { FitSection } from "../models/Fit.tsx";
import { withoutFound } from "../findings/findingActions.ts";
import { reviewFirst } from "../findings/reviewFirst.tsx";
import { FindingsPanel } from "../findings/FindingsPanel.tsx";
import { Frame } from "../gates/Frame.tsx";
import { MediumFailure, scannedWords } from "../gate1/Gate1Parts.tsx";
import { gateActions } from "../gates/gateActions.ts";
import { ModelRow } from "../models/ModelPicker.tsx";
import { GateContexts } from "../blocks/onPaper.tsx";
import { SideRow } from "../gates/SideRow.tsx";
import { settingsWords } from "../gate1/SettingsRow.tsx";
import { Parameters } from "../gate1/Parameters.tsx";
import { RequestBlocks } from "../gate1/RequestBlocks.tsx";
import { ToolBar } from "../gates/ToolBar.tsx";
import { ignore, useRefining } from "./useRefining.ts";
import type { RefineProps, RefineReview } from "./useRefining.ts";

export function Refine(props: RefineProps) {
  const { sample, refining, narrow, panelOpen, onPanel } = props;
  const t = useT();
  const review = useRefining(props);
  const { number, name, deciding, found, serious, around, off, approve, keep } = review;
  useRefineKeys(props, review);
  return (
    <GateContexts places={review.shared} paper={around.paper}>
      <Frame
        band={<IdentityBand sample={sample} />}
        tools={
          <ToolBar step="response" view={null} onView={ignore} edited={null}>
            <b>{t("candidates.refine.title", { number })}</b>
          </ToolBar>
        }
        above={<Above {...props} review={review} />}
        side={<Side {...props} review={review} />}
        brief={
          <SideSummary
            found={{ looked: found, flags: around.flags.length }}
            facts={[name === "" ? t("review.model.none") : name]}
            open={panelOpen}
            onOpen={() => onPanel(!panelOpen)}
          />
        }
        actions={
          <Actions
            {...reviewFirst(t, serious, {
              primary: { label: t("review.approveGenerate"), disabled: off !== null, run: approve },
              sends: {
                first: (
                  <>
                    {t("review.sends.to")} <b>{name}</b>
                  </>
                ),
                second: t("candidates.refine.record", { number }),
              },
              off,
            })}
            others={[{ id: "keep", label: t("candidates.refine.keep"), run: keep }]}
            reject={null}
            stop={null}
            guardOn={deciding.guardOn && !deciding.busy}
            rejecting={false}
            onRejecting={ignore}
            narrow={false}
          />
        }
        panelOpen={panelOpen}
        narrow={narrow}
        serious={serious}
      >
        <RequestBlocks
          document={refining.document}
          asked={refining.prepared}
          sampleId={sample.id}
          media={sample.media}
          onChange={review.change}
          onBroken={review.onBroken}
        />
      </Frame>
    </GateContexts>
  );
}

type Props = RefineProps & { review: RefineReview };

function Above({ sample, refining, review }: Props) {
  const t = useT();
  const { deciding, around, hasAssistantMedia, name, change } = review;
  return (
    <>
      {deciding.failure !== null && (
        <FailureBar
          failure={deciding.failure}
          tone={deciding.failure.kind === "stale" ? "warn" : "danger"}
          actions={<LinkButton onClick={deciding.clear}>{t("common.close")}</LinkButton>}
        />
      )}
      <MediumFailure failure={around.failure} onClose={around.clearFailure} />
      {hasAssistantMedia && (
        <Bar
          tone="warn"
          icon={ImageIcon}
          quiet
          title={t("candidates.refine.media", { model: name })}
          actions={
            <LinkButton onClick={() => change(withMediaInInstruction)}>
              {t("candidates.refine.moveMedia")}
            </LinkButton>
          }
        >
          {t("candidates.refine.mediaNext")}
        </Bar>
      )}
      <Bar tone="info" icon={RefineIcon} quiet title={t("candidates.refine.step")}>
        {t("candidates.refine.approved")}
        {sample.attempts.some(({ redacted }) => redacted !== undefined) &&
          ` ${t("redaction.refine")}`}
        {refining.callsAsText > 0 &&
          ` ${t("candidates.refine.callsAsText", { count: refining.callsAsText })} ${t("candidates.refine.callsAsTextWhy")}`}
      </Bar>
    </>
  );
}

function Side({ sample, asked, attempt, refining, review }: Props) {
  const t = useT();
  const { document } = refining;
  const { found, around, jump, change, ranked, model, looked, onBroken } = review;
  return (
    <>
      <FindingsPanel
        looked={found}
        flags={around.flags}
        what={scannedWords(t, document)}
        onJump={jump}
        serious={review.serious}
        onRemove={(some) => change((now) => withoutFound(now, some))}
      />
      <ModelRow
        heading={t("review.model.title")}
        ranked={ranked}
        chosen={model}
        asked={asked.modelPreferences}
        onChoose={(ref) =>
          updateCandidateView(sample.id, { refining: { ...refining, model: ref } })
        }
        onAddModel={() => openSettings("models")}
      />
      <SideRow
        id="settings"
        label={t("review.settings.title")}
        keys={KEYS.settings}
        answer={settingsWords(t, document)}
      >
        <FitSection
          document={looked}
          models={ranked.view}
          model={model}
          options={attempt.options ?? {}}
          onOptions={undefined}
        />
        <Parameters document={document} asked={asked} onChange={change} onBroken={onBroken} />
      </SideRow>
    </>
  );
}

function useRefineKeys(
  { refining, narrow, panelOpen, onPanel }: RefineProps,
  review: RefineReview,
): void {
  const t = useT();
  const { approve, keep, off, model, serious } = review;
  const actions = useMemo(
    () =>
      gateActions(t, {
        approve: { label: t("review.approveGenerate"), disabled: off !== null, run: approve },
        serious,
        reject: null,
        onView: () => undefined,
        edit: null,
        rows: ["findings", "model", "settings"],
        panel: narrow ? () => onPanel(!panelOpen) : null,
        extra: [
          {
            id: "keep",
            group: "request",
            label: t("candidates.refine.keep"),
            keys: KEYS.close,
            run: keep,
          },
        ],
      }).filter(({ id }) => !id.startsWith("view-")),
    // The callbacks close over what is shown, so they are rebuilt with it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, off, narrow, panelOpen, refining.document, model, serious],
  );
  useActions("gate", actions);
}
