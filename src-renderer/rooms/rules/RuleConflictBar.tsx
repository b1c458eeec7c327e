// Warns that the rule being edited was changed or removed elsewhere: the edits become a rule of their own, or go.
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { sameRule } from "./rows.ts";
import type { RuleRow } from "./rows.ts";

/** What happened to the rule since editing began; null if nothing. */
export function ruleConflictOf({ rule, draft }: RuleRow): "changed" | "removed" | null {
  if (draft === undefined || draft.from === null) return null;
  if (rule === null) return "removed";
  return sameRule(rule, draft.from) ? null : "changed";
}

/**
 * @param onKeep makes the edits a new rule
 * @param onTake discards the edits
 */
export function RuleConflictBar({
  conflict,
  onKeep,
  onTake,
}: {
  conflict: "changed" | "removed";
  onKeep: () => void;
  onTake: () => void;
}) {
  const t = useT();
  return (
    <Bar
      tone="warn"
      title={t(`rules.meanwhile.${conflict}`)}
      actions={
        <>
          <LinkButton onClick={onKeep}>{t("rules.meanwhile.asNew")}</LinkButton>
          <LinkButton onClick={onTake}>
            {t(conflict === "removed" ? "rules.meanwhile.drop" : "rules.meanwhile.take")}
          </LinkButton>
        </>
      }
    />
  );
}
