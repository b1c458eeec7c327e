// Shortcuts of a kind's gate: the common ones that apply to it.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import type { Keys } from "../../../src-shared/shortcuts.ts";
import { useMemo, useRef } from "react";
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
  /** The name of the view that is not JSON. */
  viewName: string;
  /** Focuses the first input; null if there is none. */
  edit: (() => void) | null;
}

export function useKindKeys(kind: KindKeys): void {
  const t = useT();
  // Callbacks read the latest props, so that the list only changes with its words.
  const latest = useRef(kind);
  latest.current = kind;
  const { primary, decline, viewName, edit } = kind;
  const [canEdit, { narrow }] = [edit !== null, kind.gate];
  const actions = useMemo(() => {
    const action = (
      id: string,
      label: string,
      keys: Keys,
      run: (now: KindKeys) => void,
    ): Action => ({
      ...{ id, label, keys, run: () => run(latest.current) },
      group: "request",
    });
    return [
      {
        ...action("approve", primary.label, KEYS.approve, (now) => now.primary.run()),
        decides: true,
        disabled: primary.disabled,
      },
      {
        ...action("reject", decline.label, KEYS.reject, (now) => now.decline.run()),
        hidden: true,
        disabled: decline.disabled,
      },
      action("view-blocks", viewName, KEYS.blocks, ({ gate }) => gate.onView("blocks")),
      action("view-json", t("review.views.json"), KEYS.json, ({ gate }) => gate.onView("json")),
      ...(canEdit ? [action("edit", t("shell.keys.edit"), KEYS.edit, (now) => now.edit?.())] : []),
      action("row-findings", t("review.findings.title"), KEYS.findings, ({ gate }) => {
        if (!hasSideRow("findings")) gate.onPanel(true);
        requestAnimationFrame(() => goToSideRow("findings"));
      }),
      ...(narrow
        ? [
            action("panel", t("shell.keys.panel"), KEYS.panel, ({ gate }) =>
              gate.onPanel(!gate.panelOpen),
            ),
          ]
        : []),
    ];
  }, [
    t,
    primary.label,
    primary.disabled,
    decline.label,
    decline.disabled,
    viewName,
    canEdit,
    narrow,
  ]);
  useActions("gate", actions);
}
