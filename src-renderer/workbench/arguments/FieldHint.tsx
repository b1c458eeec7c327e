// Text below an argument: description, pattern, length of the input; and the row of an omitted argument.
import type { ReactNode } from "react";
import type { Json } from "../../../src-shared/json.ts";
import { useT } from "../../i18n/index.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { Quote, Visible } from "../../ui/text/Quote.tsx";
import { typeWords } from "./fieldWords.ts";
import type { FormField } from "./schema.ts";
import s from "./Form.module.css";

/** The server's description, and the length of long input. */
export function Hint({
  field,
  value,
  children,
}: {
  field: FormField;
  value: Json | undefined;
  children?: ReactNode;
}) {
  const t = useT();
  const { shape, description } = field;
  const long = typeof value === "string" && value.length > 100;
  const pattern = shape.kind === "string" ? shape.pattern : undefined;
  return (
    <span className={s.hint}>
      {description !== undefined && (
        <Quote bare cut>
          {description}
        </Quote>
      )}
      {pattern !== undefined && (
        <span>
          {t("workbench.form.pattern")} <Quote cut>{pattern}</Quote>
        </span>
      )}
      {field.presetUnfit === true && <span>{t("workbench.form.presetUnfit")}</span>}
      {long && <span>{t("common.characters", { count: value.length })}</span>}
      {typeof value === "string" && value === "" && <span>{t("workbench.form.empty")}</span>}
      {children}
    </span>
  );
}

/** An omitted object or list, with a button to add it. */
export function AddFieldRow({ field, onAdd }: { field: FormField; onAdd: () => void }) {
  const t = useT();
  return (
    <div>
      <p className={s.absent}>
        <span className="wire">
          <Visible text={field.name} />
        </span>
        <span className="ink3">{typeWords(t, field, undefined)}</span>
        <LinkButton onClick={onAdd} aria-label={t("workbench.form.add", { name: field.name })}>
          {t("workbench.form.notSentAdd")}
        </LinkButton>
      </p>
      <Hint field={field} value={undefined} />
    </div>
  );
}
