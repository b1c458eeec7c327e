// Gate 1: the request as it came, edited, and what will be made of it.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { useT } from "../../i18n/index.ts";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import { useActions } from "../../state/actions.ts";
import { useFindings } from "../../state/findings.ts";
import { openSettings } from "../../state/view.ts";
import { BothEnds } from "../../ui/layout/BothEnds.tsx";
import { ByHandIcon, PlusIcon } from "../../ui/controls/icons.ts";
import { decimal, timeOfDay } from "../../ui/text/time.ts";
import { Actions } from "../gates/Actions.tsx";
import { alwaysFor } from "../rules/always.ts";
import { Band } from "../gates/Band.tsx";
import { Brief } from "../gates/Brief.tsx";
import { CandidatesDialog } from "../candidates/CandidatesDialog.tsx";
import { misfitOff, traitsFor } from "../models/Fit.tsx";
import { useFindingKeys, withoutFound } from "../findings/findingActions.ts";
import { FindingsPanel } from "../findings/FindingsPanel.tsx";
import { Frame } from "../gates/Frame.tsx";
import { gate1Guard } from "./gate1Guard.ts";
import { gateActions } from "../gates/gateActions.ts";
import { Gate1Above } from "./Gate1Above.tsx";
import { editedWords, handOffWhy, whatWasLookedAt } from "./Gate1Parts.tsx";
import { Gate1Later } from "./Gate1Later.tsx";
import { Gate1Paper } from "./Gate1Paper.tsx";
import { requestOff } from "../gates/offReasons.tsx";
import type { GateProps } from "../gates/gateProps.ts";
import { GateContexts } from "../blocks/onPaper.tsx";
import { Places } from "../blocks/places.ts";
import { ModelSection } from "../models/ModelPicker.tsx";
import { TurnWords } from "../turns/Thread.tsx";
import { usePromptTokens } from "../tokens/useTokens.ts";
import { ToolBar } from "../gates/ToolBar.tsx";
import { useContextPieces } from "../context/useContextPieces.ts";
import { useDecision } from "../gates/useDecision.ts";
import { rejectOf } from "../gates/rejectOf.ts";
import { jumpTo, useErrors, useRequestPaper } from "./requestPaper.ts";
import { useGate1 } from "./useGate1.ts";
import { redactedByRule, redactionOff, useGateSpans, useRedaction } from "./useRedaction.ts";
import { useAgain, useEarlierTurn, useTurns } from "../turns/useTurns.ts";

export function Gate1({ sample, asked, view, onView, narrow, panelOpen, onPanel }: GateProps) {
  const t = useT();
  const gate = useGate1(sample, asked);
  const [contextOpen, setContextOpen] = useState(false);
  const context = useContextPieces({
    sample,
    asked,
    document: gate.document,
    change: gate.change,
    open: contextOpen,
  });
  const [rejecting, setRejecting] = useState(false);
  const [asking, setAsking] = useState(false);
  const places = useRef(new Places()).current;
  const { document, model } = gate;
  const looked = useDeferredValue(document);
  const found = useFindings(sample.id, "request", looked);
  const { findings } = found;
  const redaction = useRedaction(gate, looked, found, redactedByRule(sample));
  const deciding = useDecision(sample, gate1Guard(sample, context.ready, redaction.open, gate));
  const forModel = redaction.made?.document ?? looked;
  const change = gate.typed === undefined ? gate.change : undefined;
  const around = useRequestPaper(sample, asked, looked, change);
  const { flags, paper } = around;
  const shared = useGateSpans(places, findings, redaction);
  const errors = useErrors(document, asked, sample);
  const choice = gate.ranked.of(model);
  const traits = traitsFor(gate.models, model);
  const prompt = usePromptTokens(forModel, model, sample.media);
  const earlier = useEarlierTurn(sample, asked);
  const [epoch, setEpoch] = useState(0);
  const turns = useTurns(document, earlier, epoch);
  const again = useAgain(document, earlier);
  const off = requestOff(
    t,
    deciding,
    { count: errors.length, first: errors[0]?.code, broken: gate.broken },
    gate.model !== null,
    redactionOff(t, redaction) ?? misfitOff(t, document, traits, choice?.name ?? ""),
    context.ready,
  );
  const redact = redaction.chosen.length === 0 ? {} : { redact: [...redaction.chosen] };

  const approval =
    model === null
      ? null
      : { kind: "approve-request" as const, document, model, options: gate.options, ...redact };
  const approve = (): void => {
    if (off === null && approval !== null) deciding.run(sample.askedHash, approval);
  };
  const unkept = redactionOff(t, redaction) !== null;
  const handOff = !deciding.armed || gate.broken || deciding.held !== null || unkept;
  const byHand = (): void =>
    deciding.run(sample.askedHash, { kind: "answer-by-hand", document, ...redact });
  const several = {
    id: "several",
    label: t("candidates.several"),
    keys: KEYS.candidates,
    disabled: off !== null,
    run: () => setAsking(true),
  };
  const always = alwaysFor(t, sample.id, "request");
  const jumpOnPaper = jumpTo(places, { view, onView, narrow, onPanel });
  const jump = (place: Finding | Flag): void => {
    redaction.show(false);
    jumpOnPaper(place);
  };
  useFindingKeys(findings, jump);
  const actions = useMemo(
    () =>
      gateActions(t, {
        approve: {
          label: t("review.approveGenerate"),
          disabled: off !== null || rejecting,
          run: approve,
        },
        reject: { run: () => setRejecting(true) },
        onView,
        edit: () => {
          onView("blocks");
          requestAnimationFrame(() => places.focusFirst());
        },
        panel: narrow ? () => onPanel(!panelOpen) : null,
        extra: [
          {
            id: "by-hand",
            group: "request",
            label: t("review.answerByHand"),
            disabled: handOff,
            run: byHand,
          },
          { ...several, group: "request" },
          { ...always, group: "request" },
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
    // The callbacks close over what is shown: they must be as new as it is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [
      t,
      off,
      rejecting,
      document,
      redaction.chosen,
      gate.options,
      model,
      narrow,
      panelOpen,
      deciding.armed,
      handOff,
      deciding.busy,
      turns,
      view,
    ],
  );
  useActions("gate", actions);

  return (
    <GateContexts places={shared} paper={paper}>
      <Frame
        band={<Band sample={sample} />}
        tools={
          <ToolBar
            step="request"
            view={view}
            onView={onView}
            edited={gate.edited ? editedWords(t, asked, document, gate.byRule) : null}
            onRevert={() => {
              gate.revert();
              setEpoch(epoch + 1);
            }}
          >
            {sample.turn !== undefined && (sample.turn > 1 || sample.round !== undefined) && (
              <TurnWords
                turn={sample.turn}
                limit={sample.round?.number === sample.turn ? sample.round.limit : null}
              />
            )}
            <span className="cut">
              {t("review.received", { time: timeOfDay(sample.receivedAtMs) })}
            </span>
          </ToolBar>
        }
        above={
          <Gate1Above
            {...{ sample, gate, deciding, view, onView, around, redaction, again, earlier }}
            approve={{
              run: approve,
              can: off === null && !rejecting && !asking,
              decides: approval && {
                id: sample.id,
                base: { revision: sample.revision, hash: sample.askedHash },
                decision: approval,
              },
            }}
            onReplace={(next) => {
              gate.replace(next);
              setEpoch(epoch + 1);
            }}
          />
        }
        side={
          <>
            <FindingsPanel
              looked={found}
              flags={flags}
              what={whatWasLookedAt(t, document)}
              onJump={jump}
              onRemove={change && ((some) => change((now) => withoutFound(now, some)))}
              redaction={redaction}
            />
            <ModelSection
              heading={t("review.model.title")}
              ranked={gate.ranked}
              chosen={model}
              asked={asked.modelPreferences}
              onChoose={gate.choose}
              onAddModel={() => openSettings("models")}
            />
            <Gate1Later
              sample={sample}
              asked={asked}
              gate={gate}
              choice={choice}
              prompt={prompt}
              looked={looked}
              forModel={forModel}
              change={change}
              context={context}
              contextOpen={contextOpen}
              onContext={() => setContextOpen(true)}
              earlier={earlier}
            />
          </>
        }
        brief={
          <Brief
            found={{ looked: found, flags: flags.length }}
            facts={[
              choice?.name ?? t("review.model.none"),
              t("review.brief.max", { count: document.maxTokens ?? 0 }),
              ...(context.total.count === 0
                ? []
                : [t("context.brief", { count: context.total.count })]),
            ]}
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
                  <span>{t("review.sends.to")}</span> <BothEnds name={choice?.name ?? ""} />{" "}
                  <span data-rest="">
                    {t("review.sends.at", { provider: choice?.provider ?? "" })}
                  </span>
                </>
              ),
              second: t("review.sends.tokens", {
                count: prompt.total,
                limit: decimal(document.maxTokens ?? 0),
              }),
            }}
            off={off}
            others={[
              {
                id: "by-hand",
                label: t("review.answerByHand"),
                icon: ByHandIcon,
                disabled: handOff,
                why: handOffWhy(t, deciding.held, gate.broken, unkept),
                run: byHand,
              },
              { ...several, icon: PlusIcon },
              always,
            ]}
            reject={rejectOf(t, sample, sample.askedHash, deciding)}
            stop={null}
            armed={deciding.armed && !deciding.busy}
            rejecting={rejecting}
            onRejecting={setRejecting}
            narrow={narrow}
          />
        }
        panelOpen={panelOpen}
        narrow={narrow}
        scrolls={view !== "json"}
      >
        <Gate1Paper
          sample={sample}
          asked={asked}
          gate={gate}
          seen={redaction.showsModel ? forModel : null}
          change={change}
          view={view}
          turns={turns}
        />
      </Frame>
      {asking && (
        <CandidatesDialog
          sample={sample}
          ground={{
            document,
            asked,
            media: sample.media,
            options: gate.options,
            from: undefined,
            ...redact,
          }}
          hash={sample.askedHash}
          deciding={deciding}
          onClose={() => setAsking(false)}
        />
      )}
    </GateContexts>
  );
}
