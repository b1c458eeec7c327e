// The keys of both gates, as actions: the same list serves keys, palette and the list of keys.
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
  const view = (to: GateView, keys: string, id: string = to): Action => ({
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
      keys: "Mod+Enter",
      decides: true,
      disabled: gate.approve.disabled,
      run: gate.approve.run,
    },
    gate.reject && {
      id: "reject",
      group: "request",
      label: t("review.reject.open"),
      keys: "Mod+Shift+X",
      run: gate.reject.run,
    },
    view("blocks", "1"),
    view("json", "2"),
    view("diff", "3"),
    { ...view("diff", "D", "diff-letter"), hidden: true },
    gate.edit && {
      id: "edit",
      group: "request",
      label: t("shell.keys.edit"),
      keys: "E",
      run: gate.edit,
    },
    {
      id: "model",
      group: "request",
      label: t("shell.keys.model"),
      keys: "M",
      run: () => {
        if (document.querySelector("[data-models]") === null) gate.panel?.();
        requestAnimationFrame(focusModels);
      },
    },
    gate.panel && {
      id: "panel",
      group: "request",
      label: t("shell.keys.panel"),
      keys: "P",
      run: gate.panel,
    },
    ...gate.extra,
  ];
  return list.filter((action) => action !== null);
}
