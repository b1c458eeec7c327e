// The bar above gate 1 that counts redacted values and switches between the original and the redacted request.
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { UnseenIcon } from "#kit/controls/icons.ts";
import { Segmented } from "#kit/controls/Segmented.tsx";
import type { Redaction } from "./useRedaction.ts";
import type { Redacted } from "#shared/findings/redaction/redaction.ts";

/** `EMAIL 2, IBAN 1`. */
const namesOf = ({ names }: Redacted): string =>
  names.map(({ name, values }) => `${name} ${values}`).join(", ");
const sum = ({ names }: Redacted, of: "values" | "places"): number =>
  names.reduce((total, one) => total + one[of], 0);

/** The number and names of redacted values in one line. */
export const redactedWords = (t: T, redacted: Redacted): string =>
  t("redaction.attempt", { count: sum(redacted, "values"), names: namesOf(redacted) });

export function RedactionBar({ redaction, media }: { redaction: Redaction; media: boolean }) {
  const t = useT();
  const { made, showsModel, show } = redaction;
  if (made === null) return null;
  if (made.left.length > 0) return <Bar tone="danger" title={t("redaction.left")} />;
  if (made.redacted === null) return null;
  return (
    <Bar
      tone="info"
      icon={UnseenIcon}
      quiet
      title={t("redaction.bar.title", { count: sum(made.redacted, "values") })}
      actions={
        <Segmented
          label={t("redaction.form")}
          value={showsModel ? "model" : "came"}
          onChange={(value) => show(value === "model")}
          options={[
            { value: "came", label: t("common.asReceived") },
            { value: "model", label: t("redaction.forModel") },
          ]}
        />
      }
    >
      {t("redaction.bar.where", {
        count: sum(made.redacted, "places"),
        names: namesOf(made.redacted),
      })}{" "}
      {redaction.byRule && `${t("redaction.byRule.chosen")} `}
      {t("redaction.bar.kept")}
      {media && ` ${t("redaction.media")}`}
    </Bar>
  );
}
