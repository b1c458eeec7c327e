// Refining an answer: exactly what the model will be sent, editable, approved like every other request. The answer that
// is there stays there.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useT } from "../../i18n/index.ts";
import { misfitsOf } from "../../../src-shared/models/ranking/fit.ts";
import type { Path } from "../../../src-shared/sampling/document/flag.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { instructionOf, withMediaInInstruction } from "../../../src-shared/sampling/life/refine.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { checkRequest } from "../../../src-shared/sampling/checks/validate.ts";
import { useActions } from "../../state/actions.ts";
import { look, lookingAt } from "../../state/requests/candidates.ts";
import type { Refining } from "../../state/requests/candidates.ts";
import { useFindings } from "../../state/findings.ts";
import { openSettings } from "../../state/view.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { BackIcon, ImageIcon, RefineIcon } from "../../ui/controls/icons.ts";
import { Actions } from "../gates/Actions.tsx";
import { Band } from "../gates/Band.tsx";
import { Brief } from "../gates/Brief.tsx";
import { pathKey } from "../blocks/document.ts";
import { FitSection, misfitOff, traitsFor } from "../models/Fit.tsx";
import { spansOf, useFindingKeys, withoutFound } from "../findings/findingActions.ts";
import { FindingsPanel } from "../findings/FindingsPanel.tsx";
import { Frame } from "../gates/Frame.tsx";
import { MediumFailed, whatWasLookedAt } from "../gate1/Gate1Parts.tsx";
import { gateActions } from "../gates/gateActions.ts";
import type { Change } from "../blocks/document.ts";
import { ModelSection } from "../models/ModelPicker.tsx";
import { requestOff } from "../gates/offReasons.tsx";
import type { Off } from "../gates/offReasons.tsx";
import { GateContexts } from "../blocks/onPaper.tsx";
import { Parameters } from "../gate1/Parameters.tsx";
import { Places } from "../blocks/places.ts";
import { useRanking } from "../models/ranking.ts";
import { RequestBlocks } from "../gate1/RequestBlocks.tsx";
import { jumpTo, useRequestPaper } from "../gate1/requestPaper.ts";
import { standing, standingModel } from "../models/standing.ts";
import { ToolBar } from "../gates/ToolBar.tsx";
import { useDecision } from "../gates/useDecision.ts";
import type { Answered } from "./useGate2.ts";

export interface RefineProps {
  sample: Sample;
  asked: RequestDocument;
  /** Whose answer is refined. */
  attempt: Answered;
  refining: Refining;
  narrow: boolean;
  panelOpen: boolean;
  onPanel: (open: boolean) => void;
}

const nowhere = (): void => undefined;

export function Refine(props: RefineProps) {
  const { sample, asked, attempt, refining, narrow, panelOpen, onPanel } = props;
  const t = useT();
  const { document } = refining;
  const number = sample.attempts.findIndex(({ id }) => id === attempt.id) + 1;
  const ranked = useRanking(sample, document, attempt.model);
  const { model, lost } = standingModel(ranked, refining.model);
  const deciding = useDecision(sample, `refine ${attempt.id} ${standing(ranked.first, lost)}`);
  const places = useRef(new Places()).current;
  const change = useCallback<Change>(
    (next) => {
      const now = lookingAt(sample.id).refining;
      if (now !== null) look(sample.id, { refining: { ...now, document: next(now.document) } });
    },
    [sample.id],
  );
  const { broken, onBroken } = useBroken();
  const looked = useDeferredValue(document);
  const found = useFindings(sample.id, "request", looked);
  const { findings } = found;
  const around = useRequestPaper(sample, asked, looked, change);
  const shared = useMemo(() => ({ places, spans: spansOf(t, findings) }), [t, places, findings]);
  const jump = jumpTo(places, { view: "blocks", onView: nowhere, narrow, onPanel });
  useFindingKeys(findings, jump);
  const name = ranked.of(model)?.name ?? "";
  const traits = traitsFor(ranked.view, model);
  const errors = checkRequest(document, asked, sample.media).filter((f) => f.severity === "error");
  const off: Off | null =
    instructionOf(document).trim() === ""
      ? {
          first: t("candidates.refine.empty"),
          second: t("candidates.refine.emptyNext"),
          tone: "warn",
        }
      : requestOff(
          t,
          deciding,
          { count: errors.length, first: errors[0]?.code, broken },
          model !== null,
          misfitOff(t, document, traits, name),
          true,
        );
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
    });
  };
  const keep = (): void => look(sample.id, { refining: null });
  useRefineActions({ approve, keep, off, narrow, panelOpen, onPanel, deps: [document, model] });
  useLastMessage(places, document.messages.length - 1);
  return (
    <GateContexts places={shared} paper={around.paper}>
      <Frame
        band={<Band sample={sample} />}
        tools={
          <ToolBar step="response" view={null} onView={nowhere} edited={null}>
            <b>{t("candidates.refine.title", { number })}</b>
          </ToolBar>
        }
        above={
          <>
            {deciding.failure !== null && (
              <FailureBar
                failure={deciding.failure}
                tone={deciding.failure.kind === "stale" ? "warn" : "danger"}
                actions={<LinkButton onClick={deciding.clear}>{t("common.close")}</LinkButton>}
              />
            )}
            <MediumFailed failure={around.failure} onClose={around.clearFailure} />
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
        }
        side={
          <>
            <FindingsPanel
              looked={found}
              flags={around.flags}
              what={whatWasLookedAt(t, document)}
              onJump={jump}
              onRemove={(some) => change((now) => withoutFound(now, some))}
            />
            <ModelSection
              heading={t("review.model.title")}
              ranked={ranked}
              chosen={model}
              asked={asked.modelPreferences}
              onChoose={(ref) => look(sample.id, { refining: { ...refining, model: ref } })}
              onAddModel={() => openSettings("models")}
            />
            <FitSection
              document={looked}
              models={ranked.view}
              model={model}
              options={attempt.options ?? {}}
              onOptions={undefined}
            />
            <Parameters document={document} asked={asked} onChange={change} onBroken={onBroken} />
          </>
        }
        brief={
          <Brief
            found={{ looked: found, flags: around.flags.length }}
            facts={[name === "" ? t("review.model.none") : name]}
            open={panelOpen}
            onOpen={() => onPanel(!panelOpen)}
          />
        }
        actions={
          <Actions
            primary={{ label: t("review.approveGenerate"), disabled: off !== null, run: approve }}
            sends={{
              first: (
                <>
                  {t("review.sends.to")} <b>{name}</b>
                </>
              ),
              second: t("candidates.refine.record", { number }),
            }}
            off={off}
            others={[{ id: "keep", label: t("candidates.refine.keep"), icon: BackIcon, run: keep }]}
            reject={null}
            stop={null}
            armed={deciding.armed && !deciding.busy}
            rejecting={false}
            onRejecting={nowhere}
            narrow={false}
          />
        }
        panelOpen={panelOpen}
        narrow={narrow}
      >
        <RequestBlocks
          document={document}
          asked={refining.prepared}
          sampleId={sample.id}
          media={sample.media}
          onChange={change}
          onBroken={onBroken}
        />
      </Frame>
    </GateContexts>
  );
}

function useRefineActions({
  approve,
  keep,
  off,
  narrow,
  panelOpen,
  onPanel,
  deps,
}: {
  approve: () => void;
  keep: () => void;
  off: Off | null;
  narrow: boolean;
  panelOpen: boolean;
  onPanel: (open: boolean) => void;
  deps: readonly unknown[];
}): void {
  const t = useT();
  const actions = useMemo(
    () =>
      gateActions(t, {
        approve: { label: t("review.approveGenerate"), disabled: off !== null, run: approve },
        reject: null,
        onView: () => undefined,
        edit: null,
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
    // The callbacks close over what is shown: they must be as new as it is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, off, narrow, panelOpen, ...deps],
  );
  useActions("gate", actions);
}

/** Texts that do not parse yet. */
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

/** How many drawings a long request may take until its last message is there. */
const TRIES = 30;

/** The keyboard begins in the instruction, and it is in sight. */
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
