// Redacts values from the findings panel: one value everywhere, or all values of a group.
import { useT } from "#words/index.ts";
import type { Finding } from "#shared/inspect/findings.ts";
import type { FindingGroup } from "#shared/inspect/groups.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import type { Redaction } from "./useRedaction.ts";
import { Hint } from "#kit/text/Text.tsx";

export function RedactAll({ group, redaction }: { group: FindingGroup; redaction: Redaction }) {
  const t = useT();
  const values = redaction.valuesIn(group);
  if (values.length < 2) return null;
  const off = redaction.offIn(group);
  const open = values.filter(({ value }) => !redaction.has(value));
  const all = redaction.more > 0 ? "redaction.allListed" : "redaction.replaceAll";
  return (
    <>
      {open.length > 0 ? (
        <LinkButton small onClick={() => redaction.add(open)}>
          {t(all, { count: values.length })}
        </LinkButton>
      ) : (
        <LinkButton small onClick={() => redaction.drop(values)}>
          {t("redaction.keepAll")}
        </LinkButton>
      )}
      {off > 0 && <Hint above>{t("redaction.alsoOff", { count: off })}</Hint>}
      {redaction.more > 0 && <Hint above>{t("redaction.unlisted")}</Hint>}
    </>
  );
}

export function RedactOne({ finding, redaction }: { finding: Finding; redaction: Redaction }) {
  const t = useT();
  const value = redaction.valueOf(finding);
  if (value === null) return null;
  if (!redaction.has(value.value)) {
    return <LinkButton onClick={() => redaction.add([value])}>{t("redaction.replace")}</LinkButton>;
  }
  return (
    <>
      <b>{t("redaction.chosen")}</b>{" "}
      <LinkButton onClick={() => redaction.drop([value])}>{t("redaction.keep")}</LinkButton>
    </>
  );
}
