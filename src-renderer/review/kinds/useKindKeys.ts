// The keys of a kind's gate: those of every gate, as far as it has what they do.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useMemo } from "react";
import { useT } from "../../i18n/index.ts";
import { useActions } from "../../state/actions.ts";
import type { Action } from "../../state/actions.ts";
import type { ActionsProps, Other } from "../gates/Actions.tsx";
import { goToSideRow, hasSideRow } from "../gates/goToSideRow.ts";
import type { GateProps } from "../gates/gateProps.ts";

interface KindKeys {
  gate: Pick<GateProps, "onView" | "narrow" | "panelOpen" | "onPanel">;
  primary: ActionsProps["primary"];
  decline: Other;
  /** The word for the view that is not JSON. */
  viewName: string;
  /** Goes to the first control; null where there is none. */
  edit: (() => void) | null;
}

export function useKindKeys({ gate, primary, decline, viewName, edit }: KindKeys): void {
  const t = useT();
  const { onView, narrow, panelOpen, onPanel } = gate;
  const actions = useMemo(() => {
    const action = (id: string, label: string, keys: Action["keys"], run: () => void): Action => ({
      ...{ id, label, keys, run },
      group: "request",
    });
    return [
      {
        ...action("approve", primary.label, KEYS.approve, primary.run),
        decides: true,
        disabled: primary.disabled,
      },
      {
        ...action("reject", decline.label, KEYS.reject, decline.run),
        hidden: true,
        disabled: decline.disabled,
      },
      action("view-blocks", viewName, KEYS.blocks, () => onView("blocks")),
      action("view-json", t("review.views.json"), KEYS.json, () => onView("json")),
      ...(edit === null ? [] : [action("edit", t("shell.keys.edit"), KEYS.edit, edit)]),
      action("row-findings", t("review.findings.title"), KEYS.findings, () => {
        if (!hasSideRow("findings")) onPanel(true);
        requestAnimationFrame(() => goToSideRow("findings"));
      }),
      ...(narrow
        ? [action("panel", t("shell.keys.panel"), KEYS.panel, () => onPanel(!panelOpen))]
        : []),
    ];
  }, [t, primary, decline, viewName, edit, onView, narrow, panelOpen, onPanel]);
  useActions("gate", actions);
}
