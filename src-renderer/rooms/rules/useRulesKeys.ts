// The room's actions for shortcuts and palette.
import { useEffect, useMemo, useRef } from "react";
import { KEYS } from "#shared/shortcuts.ts";
import { useActions } from "#data/actions.ts";
import type { Action } from "#data/view.ts";
import { useT } from "#words/index.ts";
import type { UsedAction } from "#kit/hooks/useAction.ts";
import { conflictOf } from "./rows.ts";
import type { RuleRow } from "./rows.ts";
import { tryRule } from "./tryRule.ts";

interface Handlers {
  begin: () => void;
  save: () => void;
  undo: () => void;
  onImport: () => void;
  tell: UsedAction["tell"];
}

export function useRulesKeys({
  row,
  locked,
  ...handlers
}: Handlers & { row: RuleRow | undefined; locked: boolean }): void {
  const t = useT();
  const now = useRef(handlers);
  useEffect(() => {
    now.current = handlers;
  });
  const canSave = row?.draft !== undefined && !locked && conflictOf(row) === null;
  const key = row?.key;
  const actions = useMemo(
    (): Action[] => [
      {
        id: "new-rule",
        group: "app",
        label: t("common.newRule"),
        keys: KEYS.newRule,
        disabled: locked,
        run: () => now.current.begin(),
      },
      {
        id: "save-rule",
        group: "app",
        label: t("rules.save"),
        keys: KEYS.saveRule,
        disabled: !canSave,
        run: () => now.current.save(),
      },
      {
        id: "try-rule",
        group: "app",
        label: t("common.dryRun"),
        keys: KEYS.tryRule,
        disabled: key === undefined || locked,
        run: () =>
          key !== undefined && void tryRule(t, key).then((tried) => now.current.tell(tried)),
      },
      {
        id: "undo-rule",
        group: "app",
        label: t("common.undo"),
        keys: KEYS.bringBack,
        run: () => now.current.undo(),
      },
      {
        id: "import-rules",
        group: "app",
        label: t("rules.import.title"),
        disabled: locked,
        run: () => now.current.onImport(),
      },
    ],
    [t, key, canSave, locked],
  );
  useActions("rules", actions);
}
