// Words next to a form field: what is expected and what is wrong.
import type { Fault } from "../../../../src-shared/inspect/arguments.ts";
import type { FieldValue } from "../../../../src-shared/kinds/elicitation/document.ts";
import type { FormField } from "../../../../src-shared/kinds/elicitation/field.ts";
import { FORMATS } from "../../../../src-shared/kinds/elicitation/field.ts";
import type { T } from "../../../i18n/index.ts";
import { decimal } from "../../../ui/text/time.ts";

/** The field has several inputs, so it is labelled as a group. */
export const isGroup = ({ shape }: FormField): boolean => shape.kind === "choices";

/** `0 to 100 · default` */
export function expectedWords(t: T, field: FormField, value: FieldValue | undefined): string {
  const { preset } = field;
  const isPreset = preset !== undefined && JSON.stringify(preset) === JSON.stringify(value);
  return [shapeWords(t, field, value), isPreset ? t("elicitation.preset") : ""]
    .filter((word) => word !== "")
    .join(" · ");
}

function shapeWords(t: T, { shape }: FormField, value: FieldValue | undefined): string {
  switch (shape.kind) {
    case "text":
      return shape.format === undefined ? "" : t(`elicitation.format.${shape.format}`);
    case "number":
      return range(t, shape.minimum, shape.maximum);
    case "boolean":
      return value === undefined ? "" : t(value === true ? "elicitation.yes" : "elicitation.no");
    case "choice":
      return t("elicitation.oneOf", { count: shape.choices.length });
    case "choices":
      return t("elicitation.anyOf", { count: shape.choices.length });
  }
}

function range(t: T, least: number | undefined, most: number | undefined): string {
  const word = (value: number): string =>
    Number.isInteger(value) ? decimal(value) : String(value);
  if (least !== undefined && most !== undefined)
    return t("elicitation.range.both", { least: word(least), most: word(most) });
  if (least !== undefined) return t("elicitation.range.least", { least: word(least) });
  return most === undefined ? "" : t("elicitation.range.most", { most: word(most) });
}

const SAID = [
  "required",
  "type",
  "enum",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "format",
  "pattern",
  "minItems",
  "maxItems",
] as const;

/** What is wrong, in one sentence. */
export function faultWords(t: T, { kind, want = "" }: Fault): string {
  const format = FORMATS.find((one) => kind === "format" && one === want);
  if (format !== undefined)
    return t("elicitation.fault.format", { want: t(`elicitation.format.${format}`) });
  const said = SAID.find((one) => one === kind) ?? "other";
  return t(`elicitation.fault.${said}`, { want });
}
