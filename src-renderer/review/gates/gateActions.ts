// The actions of both gates, which the shortcuts, the command palette and the list of shortcuts share.
import type { SideRowId } from "../../../src-shared/settings/settings.ts";
import type { Keys } from "../../../src-shared/shortcuts.ts";
import { KEYS } from "../../../src-shared/shortcuts.ts";
import type { T } from "../../i18n/index.ts";
import type { Action } from "../../state/actions.ts";
import { toggleAllDetails } from "../../state/sideRows.ts";
import type { Serious } from "../findings/useSerious.ts";
import type { GateView } from "../../state/view.ts";
import { goToSideRow, hasSideRow } from "./goToSideRow.ts";

export interface GateActions {
  approve: { label: string; disabled: boolean; run: () => void } | null;
  /** Null if no finding has to be seen first. */
  serious: Serious | null;
  reject: { run: () => void } | null;
  onView: (view: GateView) => void;
  edit: (() => void) | null;
  panel: (() => void) | null;
  /** The rows of the side panel. */
  rows: readonly SideRowId[];
  extra: readonly Action[];
}

/** Shortcut and label of each row. */
const ROWS = {
  findings: { keys: KEYS.findings, label: "review.findings.title" },
  model: { keys: KEYS.model, label: "shell.keys.model" },
  cost: { keys: KEYS.cost, label: "cost.spent.name" },
  settings: { keys: KEYS.settings, label: "review.settings.title" },
  "stop-reason": { keys: KEYS.settings, label: "review.answer.stopReason" },
} as const satisfies Record<SideRowId, { keys: Keys; label: string }>;

/** Toggles between all details and only the unusual ones. */
export const allDetailsFor = (t: T) => ({
  id: "all-details",
  label: t("settings.allDetails.words"),
  keys: KEYS.allDetails,
  run: toggleAllDetails,
});

export function gateActions(t: T, gate: GateActions): Action[] {
  const view = (to: GateView, keys: Keys, id: string = to): Action => ({
    id: `view-${id}`,
    group: "request",
    label: t(`review.views.${to}`),
    keys,
    run: () => gate.onView(to),
  });
  const reviews = gate.serious !== null && gate.serious.unseen > 0;
  const list: (Action | null)[] = [
    reviews
      ? {
          id: "approve",
          group: "request",
          label: t("review.serious.review"),
          keys: KEYS.approve,
          run: () => gate.serious?.review(),
        }
      : gate.approve && {
          id: "approve",
          group: "request",
          label: gate.approve.label,
          keys: KEYS.approve,
          decides: true,
          disabled: gate.approve.disabled,
          run: gate.approve.run,
        },
    gate.reject && {
      id: "reject",
      group: "request",
      label: t("review.reject.open"),
      keys: KEYS.reject,
      run: gate.reject.run,
    },
    view("blocks", KEYS.blocks),
    view("json", KEYS.json),
    view("diff", KEYS.diff),
    { ...view("diff", KEYS.diffLetter, "diff-letter"), hidden: true },
    gate.edit && {
      id: "edit",
      group: "request",
      label: t("shell.keys.edit"),
      keys: KEYS.edit,
      run: gate.edit,
    },
    ...gate.rows.map((id): Action => {
      const { keys, label } = ROWS[id];
      const run = (): void => {
        if (!hasSideRow(id)) gate.panel?.();
        requestAnimationFrame(() => goToSideRow(id));
      };
      return { id: `row-${id}`, group: "request", label: t(label), keys, run };
    }),
    { ...allDetailsFor(t), group: "request" },
    gate.panel && {
      id: "panel",
      group: "request",
      label: t("shell.keys.panel"),
      keys: KEYS.panel,
      run: gate.panel,
    },
    ...gate.extra,
  ];
  return list.filter((action) => action !== null);
}
