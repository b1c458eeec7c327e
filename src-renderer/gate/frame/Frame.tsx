// The one frame of every gate: identity band, tool bar, paper, side panel, action bar, and everything that all gates
// have. Only paper and panel content scroll, and nothing overlaps but the panel in a narrow window.
import { memo, useDeferredValue, useState } from "react";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { FindPage } from "#kit/find/FindBar.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { ScrollerContext } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { PaneEdge } from "#app/panes/PaneEdge.tsx";
import { GateContexts, NO_PAPER } from "#request/document/onPaper.tsx";
import { FindingsPanel } from "#request/findings/FindingsPanel.tsx";
import { OutOfView, Ruler } from "#request/findings/OutOfView.tsx";
import { EarlierEdits } from "./EarlierEdits.tsx";
import { FatigueBar } from "./FatigueBar.tsx";
import { IdentityBand } from "./IdentityBand.tsx";
import { IdentityBars } from "./IdentityBars.tsx";
import { SideFact, SideRow } from "#request/SideRow.tsx";
import { SideSummary } from "./SideSummary.tsx";
import { ToolBar } from "./ToolBar.tsx";
import { JudgedBar } from "../rules/JudgedBar.tsx";
import { LapsedBar } from "../rules/LapsedBar.tsx";
import { Votes } from "../team/Votes.tsx";
import { RegisterActions, useActions } from "#data/actions.ts";
import { useApproveLabel } from "#data/team.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { useWide } from "#kit/hooks/useNarrow.ts";
import { ActionBar } from "./ActionBar.tsx";
import { AttemptBar } from "./AttemptBar.tsx";
import { actionsOf, decisionOf, tabsOf } from "./decision.ts";
import type { GateView } from "#data/view.ts";
import type { Gate, Now, Placed, Row } from "../gate.ts";
import s from "./Frame.module.css";

/**
 * The gate of a kind of request.
 * @param useGate what the kind says about it, as data; null: it cannot be shown
 */
export function gateOf<P extends Placed>(useGate: (props: P) => Gate | null): ComponentType<P> {
  return memo(function KindGate(props: P) {
    const gate = useGate(props);
    if (gate === null) return null;
    return (
      <GateContexts places={gate.review.shared} paper={gate.paper ?? NO_PAPER}>
        <FindPage offers={RegisterActions}>
          {(findBar) => (
            <Frame {...props} onView={gate.onView ?? props.onView} gate={gate} findBar={findBar} />
          )}
        </FindPage>
      </GateContexts>
    );
  }) as unknown as ComponentType<P>;
}

const NOTHING: Omit<Now, "reject"> = { canApprove: false, approve: () => undefined };

interface FrameProps extends Placed {
  gate: Gate;
  /** Finds in all texts of the gate. */
  findBar: ReactNode;
}

function Frame(props: FrameProps) {
  const { findBar, request, gate, view, panelOpen, onPanel } = props;
  const t = useT();
  const [rejecting, setRejecting] = useState<string | null>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  // Paint the paper first, then the panel.
  const painted = useDeferredValue(true, false);
  const folds = useFolds(gate);
  const narrow = props.narrow || folds;
  const placed = { ...props, narrow };
  const { decide } = gate;
  const label = useApproveLabel(request.id, "foot" in decide ? "" : decide.label);
  const decision =
    "foot" in decide ? null : decisionOf(t, placed, decide, label, rejecting !== null);
  useActions("gate", actionsOf(t, placed, decision, setRejecting));
  const shown = shownOf(gate, view);
  const { scrolls = true } = shown ?? {};
  const rows = [...gate.rows, ...heldBy(t, request)];
  const { serious } = gate.review;
  const { question = null } = gate;
  const tabs = tabsOf(gate);
  return (
    <section
      className={cx(s.review, folds && s.folded)}
      aria-label={t("common.review")}
      data-review=""
    >
      <IdentityBand request={request} led={gate.led} size={gate.size} />
      <ToolBar {...props} />
      <div className={s.doc}>
        {narrow && (
          <SideSummary
            found={foundOf(gate)}
            values={rows.flatMap(({ brief }) => brief ?? [])}
            open={panelOpen}
            onOpen={() => onPanel(!panelOpen)}
          />
        )}
        {findBar}
        {question}
        <div className={s.above}>
          <Bars request={request} gate={gate} />
          <Notes gate={gate} now={{ ...(decision ?? NOTHING), reject: setRejecting }} />
          {tabs !== null && <AttemptBar attempts={tabs} narrow={narrow} />}
        </div>
        <div className={s.sheet}>
          <div
            ref={setScroller}
            className={cx(s.paper, !scrolls && s.still, question !== null && s.answer)}
            data-leave="paper"
            data-scroller=""
            tabIndex={scrolls ? 0 : -1}
            role="region"
            aria-label={t("review.paper")}
          >
            <ScrollerContext value={scroller}>{shown?.render()}</ScrollerContext>
          </div>
          <Ruler ticks={serious.ticks} />
        </div>
        <OutOfView serious={serious} />
        {gate.below}
      </div>
      {(!narrow || panelOpen) && (
        <aside
          className={cx(s.side, narrow && s.floating)}
          aria-label={t("review.side.label")}
          data-over-paper={narrow ? "" : undefined}
        >
          {painted && <Side request={request} gate={gate} rows={rows} />}
        </aside>
      )}
      {decision === null ? (
        "foot" in decide && decide.foot
      ) : (
        <ActionBar
          decision={decision}
          rejecting={rejecting}
          onRejecting={setRejecting}
          narrow={narrow}
        />
      )}
      {!narrow && (
        <PaneEdge
          pane="side"
          side="right"
          from="calc(var(--top-h) + var(--toolbar-h))"
          to="var(--actions-h)"
        />
      )}
    </section>
  );
}

const shownOf = ({ instead, views }: Gate, view: GateView): Gate["instead"] =>
  instead ?? views.find(({ id }) => id === view) ?? views[0];

/** Whether the paper needs the room of the side panel; a serious finding brings that back. */
function useFolds({ isWide = false, review }: Gate): boolean {
  const wide = useWide();
  return isWide && !wide && review.serious.count === 0;
}

/** What the kind says in bars of its own. */
function Notes({ gate: { notes }, now }: { gate: Gate; now: Now }) {
  return typeof notes === "function" ? notes(now) : notes;
}

/** What was found, for a narrow window; null while nothing is scanned. */
function foundOf({ findings, review }: Gate): ComponentProps<typeof SideSummary>["found"] {
  if (findings === undefined) return null;
  const { pending = false, flags = [], notes = [], changes = null } = findings;
  if (pending !== false) return null;
  const changed = changes?.count ?? 0;
  return { looked: review.found, flags: flags.length, notes: notes.length, changes: changed };
}

const GATE: Readonly<Record<RuleGate, readonly RuleGate[]>> = {
  request: ["request"],
  response: ["request", "response"],
};

/** The bars that every gate has. */
function Bars({ request, gate }: { request: HeldRequest; gate: Gate }) {
  const t = useT();
  const { decide, review, onKept = null, earlierTurn = null } = gate;
  if ("foot" in decide) return null;
  const { deciding } = review;
  const which = request.phase.kind === "response" ? "response" : "request";
  return (
    <>
      {decide.approve !== null && (
        <>
          <IdentityBars request={request} />
          <FatigueBar gate={decide.rule} />
          <EarlierEdits request={request} onByHand={onKept} turn={earlierTurn} />
          <JudgedBar request={request} gates={GATE[which]} />
          <LapsedBar request={request} gate={which} />
        </>
      )}
      {deciding.failure !== null && (
        <FailureBar
          failure={deciding.failure}
          tone={deciding.failure.kind === "stale" ? "warn" : "danger"}
          actions={<LinkButton onClick={deciding.clear}>{t("common.close")}</LinkButton>}
        />
      )}
    </>
  );
}

/** Why a request is held, as others pass. */
function heldBy(t: T, { heldBy: by }: HeldRequest): Row[] {
  if (by === undefined) return [];
  const rule = by.kind === "rule" ? by.rule : null;
  const value =
    by.kind === "setting"
      ? t("toolCall.heldBy.setting")
      : rule === null
        ? t("toolCall.heldBy.doubt")
        : t("common.ruleName", { name: rule.name });
  return [{ id: "held-by", label: t("toolCall.heldBy.label"), value }];
}

function Side({ request, gate, rows }: { request: HeldRequest; gate: Gate; rows: Gate["rows"] }) {
  const { review, findings, votes } = gate;
  return (
    <>
      {findings !== undefined && (
        <FindingsPanel
          {...findings}
          looked={review.found}
          serious={review.serious}
          onJump={review.jump}
        />
      )}
      {votes !== undefined && <Votes {...votes} id={request.id} />}
      {rows.map((row) =>
        "body" in row ? (
          <SideRow key={row.id} {...row}>
            {row.body}
          </SideRow>
        ) : (
          <SideFact key={row.id} label={row.label} value={row.value} why={row.why} />
        ),
      )}
      {gate.side}
    </>
  );
}
