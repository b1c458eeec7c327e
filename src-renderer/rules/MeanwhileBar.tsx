// The rule that is being edited was changed or removed meanwhile, in the file or in another place: what of it, and the
// two ways on.
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { Bar } from "../ui/layout/Bar.tsx";
import { LinkButton } from "../ui/controls/Button.tsx";
import type { Member } from "./form/ruleDraft.ts";
import type { Meanwhile } from "./meanwhile.ts";

/**
 * @param onMerge what was typed stays, and what only the other side changed comes in; a removed rule becomes a new one
 * @param onTake what was typed goes
 */
export function MeanwhileBar({
  meanwhile,
  onMerge,
  onTake,
}: {
  meanwhile: Meanwhile;
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

/** Members that the form shows as one are named once. */
const listOf = (t: T, members: readonly Member[]): string =>
  [...new Set(members.map((member) => t(`rules.member.${member}`)))].join(t("rules.judged.comma"));
