// A field's type, bounds and faults in words.
import type { Fault } from "#shared/findings/arguments.ts";
import { FORMATS } from "#shared/forms/field.ts";
import type { Field, Shape } from "#shared/forms/field.ts";
import type { Json } from "#shared/json.ts";
import { sameJson } from "#shared/request/document/change.ts";
import type { T } from "#words/index.ts";
import { decimal } from "#kit/text/time.ts";

/**
 * Like `one of 3 · default`, `integer · 16 to 2,000` or `Yes · default No`; "" for a plain text.
 * @param shape how the value is shown, which may be as JSON
 */
export function expectedWords(
  t: T,
  { preset }: Pick<Field, "preset">,
  shape: Shape,
  value: Json | undefined,
): string {
  const parts = [
    kindWords(t, shape, preset === undefined ? undefined : value),
    boundWords(t, shape),
  ];
  if (preset !== undefined && sameJson(preset, value)) parts.push(t("form.preset"));
  else if (preset !== undefined && shape.kind !== "group")
    parts.push(t("form.presetOf", { value: short(presetWords(t, shape, preset)) }));
  return parts.filter((part) => part !== "").join(" · ");
}

const short = (text: string, most = 24): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

function presetWords(t: T, shape: Shape, preset: Json): string {
  if (typeof preset === "boolean") return t(preset ? "form.yes" : "form.no");
  const chosen =
    shape.kind === "choice"
      ? shape.choices.find(({ value }) => sameJson(value, preset))?.title
      : undefined;
  return chosen ?? JSON.stringify(preset);
}

/** @param switched where a switch shows the value, which has no words of its own */
function kindWords(t: T, shape: Shape, switched: Json | undefined): string {
  switch (shape.kind) {
    case "text": {
      const known = FORMATS.find((one) => one === shape.format);
      if (known !== undefined) return t(`form.format.${known}`);
      return shape.format === undefined
        ? ""
        : t("form.type.format", { format: short(shape.format) });
    }
    case "number":
      return t(shape.integer ? "form.type.integer" : "form.type.number");
    case "boolean":
      return typeof switched === "boolean" ? t(switched ? "form.yes" : "form.no") : "";
    case "choice":
    case "choices":
      return t(`form.type.${shape.kind}`, { count: shape.choices.length });
    case "list":
    case "group":
    case "json":
      return t(`form.type.${shape.kind}`);
  }
}

function boundWords(t: T, shape: Shape): string {
  switch (shape.kind) {
    case "number":
      return range(t, "value", shape.minimum, shape.maximum) || exclusive(t, shape);
    case "text":
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
    above === undefined ? "" : t("form.bound.above", { value: number(above) }),
    below === undefined ? "" : t("form.bound.below", { value: number(below) }),
  ];
  return words.filter((word) => word !== "").join(" · ");
}

function range(
  t: T,
  what: "value" | "characters" | "rows",
  least: number | undefined,
  most: number | undefined,
): string {
  if (what === "characters" && least === 1 && most === undefined) return t("form.bound.notEmpty");
  if (least !== undefined && most !== undefined)
    return t(`form.bound.${what}.both`, { least: number(least), most: number(most) });
  if (least !== undefined)
    return t(`form.bound.${what}.least`, { count: least, least: number(least) });
  return most === undefined
    ? ""
    : t(`form.bound.${what}.most`, { count: most, most: number(most) });
}

const number = (value: number): string =>
  Number.isInteger(value) ? decimal(value) : String(value);

/**
 * A fault as a sentence.
 * @param shape of the value, where a form shows it
 */
export function faultWords(t: T, { kind, want = "" }: Fault, shape?: Shape): string {
  const format = FORMATS.find((one) => kind === "format" && one === want);
  if (format !== undefined) return t("form.fault.known", { want: t(`form.format.${format}`) });
  const isTicked = shape?.kind === "choices";
  if (isTicked && kind === "minItems") return t("form.fault.least", { want });
  if (isTicked && kind === "maxItems") return t("form.fault.most", { want });
  // The choices and the pattern stand right there.
  if (kind === "enum" && shape !== undefined && "choices" in shape) return t("form.fault.choices");
  if (kind === "pattern" && shape?.kind === "text") return t("form.fault.shown");
  return t(`form.fault.${kind}`, { want: short(want, 60) });
}
