// The keys of both gates, as actions: the same list serves keys, palette and the list of keys.
import type { Keys } from "../../../src-shared/shortcuts.ts";
import { KEYS } from "../../../src-shared/shortcuts.ts";
import type { T } from "../../i18n/index.ts";
import type { Action } from "../../state/actions.ts";
import type { GateView } from "../../state/view.ts";

export interface GateActions {
  approve: { label: string; disabled: boolean; run: () => void } | null;
  reject: { run: () => void } | null;
  onView: (view: GateView) => void;
  edit: (() => void) | null;
  panel: (() => void) | null;
  extra: readonly Action[];
}

/** Moves the keyboard to the models of the side panel. */
export function focusModels(): void {
  document.querySelector<HTMLElement>('[data-models] [role="listbox"]')?.focus();
}

export function gateActions(t: T, gate: GateActions): Action[] {
  const view = (to: GateView, keys: Keys, id: string = to): Action => ({
    id: `view-${id}`,
    group: "request",
    label: t(`review.views.${to}`),
    keys,
    run: () => gate.onView(to),
  });
  const list: (Action | null)[] = [
    gate.approve && {
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
    {
      id: "model",
      group: "request",
      label: t("shell.keys.model"),
      keys: KEYS.model,
      run: () => {
        if (document.querySelector("[data-models]") === null) gate.panel?.();
        requestAnimationFrame(focusModels);
      },
    },
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
