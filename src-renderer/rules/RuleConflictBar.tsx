// Warns that the rule being edited was changed or removed elsewhere, and offers to merge or discard the edits.
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { Bar } from "../ui/layout/Bar.tsx";
import { LinkButton } from "../ui/controls/Button.tsx";
import type { RuleField } from "./form/ruleDraft.ts";
import type { RuleConflict } from "./ruleConflict.ts";

/**
 * @param onMerge keeps the edits and takes over what changed only elsewhere; a removed rule becomes a new one
 * @param onTake discards the edits
 */
export function RuleConflictBar({
  meanwhile,
  onMerge,
  onTake,
}: {
  meanwhile: RuleConflict;
  onMerge: () => void;
  onTake: () => void;
}) {
  const t = useT();
  const removed = meanwhile.kind === "removed";
  return (
    <Bar
      tone="warn"
      title={t(removed ? "rules.meanwhile.removed" : "rules.meanwhile.changed")}
      actions={
        <>
          <LinkButton onClick={onMerge}>
            {t(removed ? "rules.meanwhile.asNew" : "rules.meanwhile.merge")}
          </LinkButton>
          <LinkButton onClick={onTake}>
            {t(removed ? "rules.meanwhile.drop" : "rules.meanwhile.take")}
          </LinkButton>
        </>
      }
    >
      {meanwhile.kind === "changed" && (
        <>
          {t("rules.meanwhile.what", { list: listOf(t, meanwhile.members) })}{" "}
          {meanwhile.both.length > 0 &&
            t("rules.meanwhile.both", { list: listOf(t, meanwhile.both) })}
        </>
      )}
    </Bar>
  );
}

/** Fields that the form shows as one are listed once. */
const listOf = (t: T, members: readonly RuleField[]): string =>
  [...new Set(members.map((member) => t(`rules.member.${member}`)))].join(t("rules.judged.comma"));
