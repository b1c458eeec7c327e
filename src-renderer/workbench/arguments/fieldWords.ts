// An argument's type, bounds and faults in words.
import type { Json } from "../../../src-shared/json.ts";
import type { T } from "../../i18n/index.ts";
import { decimal } from "../../ui/text/time.ts";
import type { FormField, Shape } from "./schema.ts";
import type { Fault } from "../../../src-shared/inspect/arguments.ts";

/**
 * Like `string, required`, `one of 3`, `integer, 16 to 2,000` or `boolean, default true`.
 * @param value the field's current value
 */
export function typeWords(t: T, field: FormField, value: Json | undefined): string {
  const preset = field.preset === undefined ? undefined : JSON.stringify(field.preset);
  const parts = [
    kindWords(t, field.shape),
    field.required ? t("common.required") : "",
    boundWords(t, field.shape),
  ];
  // Omit the default when it is the current value.
  if (preset !== undefined && field.shape.kind !== "group" && preset !== JSON.stringify(value))
    parts.push(t("workbench.form.preset", { value: short(preset) }));
  return parts.filter((part) => part !== "").join(t("workbench.form.comma"));
}

const short = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);

function kindWords(t: T, shape: Shape): string {
  switch (shape.kind) {
    case "number":
      return shape.integer ? t("workbench.type.integer") : t("workbench.type.number");
    case "choice":
      return t("workbench.type.choice", { count: shape.choices.length });
    case "string":
      return shape.format === undefined
        ? t("workbench.type.string")
        : t("workbench.type.format", { format: short(shape.format) });
    default:
      return t(`workbench.type.${shape.kind}`);
  }
}

function boundWords(t: T, shape: Shape): string {
  switch (shape.kind) {
    case "number":
      return range(t, "value", shape.minimum, shape.maximum) || exclusive(t, shape);
    case "string":
      return range(t, "characters", shape.minLength, shape.maxLength);
    case "list":
      return range(t, "rows", shape.minItems, shape.maxItems);
    default:
      return "";
  }
}

function exclusive(t: T, shape: Extract<Shape, { kind: "number" }>): string {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = shape;
  const words = [
    above === undefined ? "" : t("workbench.bound.above", { value: number(above) }),
    below === undefined ? "" : t("workbench.bound.below", { value: number(below) }),
  ];
  return words.filter((word) => word !== "").join(t("workbench.form.comma"));
}

function range(
  t: T,
  what: "value" | "characters" | "rows",
  least: number | undefined,
  most: number | undefined,
): string {
  if (what === "characters" && least === 1 && most === undefined)
    return t("workbench.bound.notEmpty");
  if (least !== undefined && most !== undefined)
    return t(`workbench.bound.${what}.both`, { least: number(least), most: number(most) });
  if (least !== undefined)
    return t(`workbench.bound.${what}.least`, { count: least, least: number(least) });
  return most === undefined
    ? ""
    : t(`workbench.bound.${what}.most`, { count: most, most: number(most) });
}

const number = (value: number): string =>
  Number.isInteger(value) ? decimal(value) : String(value);

/** A fault as a sentence. */
export function faultWords(t: T, fault: Fault): string {
  return t(`workbench.fault.${fault.kind}`, { want: short(fault.want ?? "") });
}
