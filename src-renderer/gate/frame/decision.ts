// What can be decided at a gate now, from what its kind says and what holds for all kinds; and the actions of the gate,
// which its buttons, the shortcuts and the command palette share.
import { requesterKindOf } from "#shared/request/life/actors.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { streamedOf } from "#shared/request/life/streamed.ts";
import type { SideRowId } from "#shared/settings/settings.ts";
import { KEYS } from "#shared/shortcuts.ts";
import type { Keys } from "#shared/shortcuts.ts";
import type { T } from "#words/index.ts";
import {
  reviewedFirst,
  reviewedNews,
  scanningDisabledReason,
  seriousDisabledReason,
} from "#request/findings/reviewFirst.tsx";
import { guardDisabledReason, sendingDisabledReason } from "#request/disabledReasons.tsx";
import type { Reject } from "./RejectForm.tsx";
import { createRuleFor } from "../rules/createRuleFor.ts";
import { goToRow } from "#data/sideRows.ts";
import type { Action, GateView } from "#data/view.ts";
import type {
  Attempts,
  Blocker,
  Decide,
  Gate,
  Now,
  Other,
  Placed,
  Rejection,
  Review,
  Sentence,
} from "../gate.ts";

export interface Decision extends Omit<Now, "reject"> {
  /** There is something to approve, now or once nothing is in its way. */
  canDecide: boolean;
  /** `reviews`: it shows the next serious finding and decides nothing. */
  primary: { label: string; disabled: boolean; reviews: boolean; run: () => void };
  /** Why the primary button is off, or that findings come first; null: where it goes is said. */
  off: Blocker | null;
  sends: Sentence;
  rejection: Rejection;
  /** Null where there is no reject form. */
  rejectForm: Reject | null;
  /** Nothing can be decided, not even rejected. */
  isShut: boolean;
  /** False while the guard blocks decisions, including Reject. */
  guardOn: boolean;
  others: readonly Other[];
  more: readonly Other[];
}

/** The one order of what keeps from approving. */
function blockerOf(t: T, review: Review, decide: Decide): Blocker | null {
  const { deciding, serious } = review;
  const held = sendingDisabledReason(t, deciding);
  if (decide.approve === null) return held?.all === true ? held : null;
  return (
    held ??
    seriousDisabledReason(t, serious) ??
    (decide.blockers ?? []).find((blocker) => blocker !== null) ??
    guardDisabledReason(t, deciding, reviewedNews(t, serious) ?? decide.news) ??
    scanningDisabledReason(t, serious)
  );
}

/** @param label of the primary button, for who approves */
export function decisionOf(
  t: T,
  { request, gate }: Placed & { gate: Gate },
  decide: Decide,
  label: string,
  rejecting: boolean,
): Decision {
  const { deciding, serious } = gate.review;
  const { reject, rule, asksAgain = false } = decide;
  const off = blockerOf(t, gate.review, decide);
  const canApprove = decide.approve !== null && off === null && !rejecting;
  const approve = (): void => {
    if (canApprove) decide.approve?.();
  };
  const made = rule === null ? [] : [createRuleFor(t, request.id, rule)];
  const inMenu = decide.ruleInMenu === true;
  const others = [...(decide.others ?? []), ...(inMenu ? [] : made)];
  const again = tabsOf(gate) === null ? (gate.attempts?.again ?? []) : [];
  const more = [
    ...(inMenu ? made : []),
    ...again.filter(({ disabled }) => disabled !== true),
    ...(decide.more ?? []),
  ];
  const settled = (other: Other): Other =>
    other.needsApproval === true ? { ...other, disabled: off !== null } : other;
  return {
    canDecide: decide.approve !== null,
    canApprove,
    approve,
    primary:
      decide.approve !== null && serious.unseen > 0
        ? {
            label: t("review.serious.review"),
            disabled: rejecting,
            reviews: true,
            run: serious.review,
          }
        : {
            label: asksAgain ? decide.label : label,
            disabled: !canApprove,
            reviews: false,
            run: approve,
          },
    off: asksAgain && off?.tone === "calm" ? null : off,
    sends:
      serious.count > 0 && serious.unseen === 0 && !asksAgain
        ? { first: reviewedFirst(t, serious), second: decide.sends.first }
        : decide.sends,
    rejection: reject,
    rejectForm: reject.kind === "reject" ? rejectOf(t, request, reject, deciding) : null,
    isShut: off?.all === true,
    guardOn: deciding.guardOn && !deciding.busy,
    others: others.map(settled),
    more: more.map(settled),
  };
}

/** Several responses have tabs. */
export const tabsOf = ({ attempts }: Gate): Attempts | null =>
  attempts !== undefined && attempts.all.length > 1 ? attempts : null;

/** The reject form of a request. */
export function rejectOf(
  t: T,
  request: HeldRequest,
  { hash, effect, tells, suggestions = [] }: Extract<Rejection, { kind: "reject" }>,
  { run }: Review["deciding"],
): Reject {
  const way = streamedOf(request) === null ? wayOf(request) : "streamed";
  return {
    effect: effect ?? t(`review.reject.${way}`),
    tells,
    suggestions,
    run: (note, tellServer) =>
      run(hash, { kind: "reject", tellServer, ...(note === "" ? {} : { note }) }),
  };
}

/** A stream has begun, with keep-alives at least, by the time that a user decides. */
const wayOf = ({ reply }: HeldRequest) =>
  reply.kind === "http" && reply.stream ? ("stream" as const) : reply.kind;

/** Who learns the reason of a rejection, if the user says so. */
export function toldBy(request: HeldRequest): Reject["tells"] {
  const asked = requesterKindOf(request);
  return asked === "person" || request.reply.kind === "embedded" ? null : asked;
}

const inList = ({ id, label, keys, disabled, decides, run }: Omit<Other, "why">): Action => ({
  id,
  group: "request",
  label,
  keys,
  disabled,
  decides,
  run,
});

/** Those of the action bar. */
function decidingActions(
  t: T,
  decision: Decision,
  onRejecting: (reason: string) => void,
): Action[] {
  const { primary, rejection, isShut, guardOn, canDecide } = decision;
  const rejecting: Action[] =
    rejection.kind === "stop"
      ? [{ ...action("stop", t("common.stop"), KEYS.stop, rejection.run), whileTyping: true }]
      : rejection.kind === "at-once"
        ? [
            {
              ...action("reject", rejection.label, KEYS.reject, rejection.run),
              hidden: true,
              disabled: !guardOn,
            },
          ]
        : isShut
          ? []
          : [action("reject", t("common.reject"), KEYS.reject, () => onRejecting(""))];
  const approve = {
    ...action("approve", primary.label, KEYS.approve, primary.run),
    decides: !primary.reviews,
    disabled: primary.disabled,
  };
  return [
    ...(canDecide ? [approve] : []),
    ...rejecting,
    ...decision.others.map(inList),
    ...decision.more.filter(({ keys }) => keys !== undefined).map(inList),
  ];
}

const action = (id: string, label: string, keys: Keys, run: () => void): Action => ({
  id,
  group: "request",
  label,
  keys,
  run,
});

/** The key that unfolds what is known leads to all, and back. */
export const viewKeys = (id: GateView): Keys => KEYS[id === "all" ? "unfold" : id];

/** All actions of a gate. */
export function actionsOf(
  t: T,
  { gate, view, onView, narrow, panelOpen, onPanel }: Placed & { gate: Gate },
  decision: Decision | null,
  onRejecting: (reason: string) => void,
): Action[] {
  const diff = gate.views.find(({ id }) => id === "diff");
  const toRow = (id: SideRowId, label: string, keys: Keys): Action =>
    action(`row-${id}`, label, keys, () => {
      if (narrow) onPanel(true);
      goToRow(id);
    });
  const { edit = null } = gate;
  return [
    ...(decision === null ? [] : decidingActions(t, decision, onRejecting)),
    ...gate.views.map(({ id, label, keyless = false }) => ({
      ...action(`view-${id}`, label, viewKeys(id), () =>
        onView(id === "all" && view === "all" ? "blocks" : id),
      ),
      ...(keyless ? { keys: undefined } : {}),
    })),
    ...(diff === undefined
      ? []
      : [
          {
            ...action("view-diff-letter", diff.label, KEYS.diffLetter, () => onView("diff")),
            hidden: true,
          },
        ]),
    ...(edit === null ? [] : [action("edit", t("common.editTitle"), KEYS.edit, edit)]),
    ...(gate.findings === undefined
      ? []
      : [toRow("findings", t("common.findings"), KEYS.findings)]),
    ...gate.rows.flatMap((row) => ("body" in row ? [toRow(row.id, row.label, row.keys)] : [])),
    ...(gate.attempts?.buttons ?? []).map(inList),
    ...(tabsOf(gate)?.again.slice(0, 1) ?? []).map(inList),
    ...(narrow
      ? [action("panel", t("shell.keys.panel"), KEYS.panel, () => onPanel(!panelOpen))]
      : []),
    ...(gate.keys ?? []),
  ];
}
