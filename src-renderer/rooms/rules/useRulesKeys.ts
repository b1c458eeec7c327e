// The room's actions for shortcuts and palette.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useMemo, useRef } from "react";
import { useT } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import type { Action } from "#data/actions.ts";
import type { Failure } from "#shared/outcome.ts";
import { ruleConflictOf } from "./RuleConflictBar.tsx";
import type { RuleRow } from "./rows.ts";
import { tryRule } from "./tryRule.ts";
import type { RuleActions } from "./useRuleActions.tsx";

export function useRulesKeys({
  row,
  locked,
  begin,
  acts,
  onImport,
  onFailure,
}: {
  row: RuleRow | undefined;
  locked: boolean;
  begin: () => void;
  acts: Pick<RuleActions, "save" | "undo">;
  onImport: () => void;
  onFailure: (failure: Failure) => void;
}): void {
  const t = useT();
  const latest = useRef({ begin, acts, onImport, onFailure });
  useEffect(() => {
    latest.current = { begin, acts, onImport, onFailure };
  });
  const actions = useMemo((): Action[] => {
    const now = () => latest.current;
    const canSave = row?.draft !== undefined && !locked && ruleConflictOf(row) === null;
    return [
      {
        id: "new-rule",
        group: "app",
        label: t("common.newRule"),
        keys: KEYS.newRule,
        disabled: locked,
        run: () => now().begin(),
      },
      {
        id: "save-rule",
        group: "app",
        label: t("rules.save"),
        keys: KEYS.saveRule,
        disabled: !canSave,
        run: () => row !== undefined && now().acts.save(row),
      },
      {
        id: "try-rule",
        group: "app",
        label: t("common.dryRun"),
        keys: KEYS.tryRule,
        disabled: row === undefined || locked,
        run: () =>
          row !== undefined &&
          void tryRule(row.key).then((done) => {
            if (!done.ok && done.failure.kind !== "cancelled") now().onFailure(done.failure);
          }),
      },
      {
        id: "undo-rule",
        group: "app",
        label: t("common.undo"),
        keys: KEYS.bringBack,
        run: () => void now().acts.undo(),
      },
      {
        id: "import-rules",
        group: "app",
        label: t("rules.import.title"),
        disabled: locked,
        run: () => now().onImport(),
      },
    ];
  }, [t, row, locked]);
  useActions("rules", actions);
}
