// The fields of a form that a server asks to be filled in: a flat object of primitives (2025-11-25, client/elicitation,
// "Requested Schema"). Other spellings of the same are read too. Invalid parts are flagged and left out.
import type { JsonObject } from "../../../json.ts";
import type { Field } from "../../../forms/field.ts";
import { readFields } from "../../../forms/readFields.ts";
import type { OddCode } from "../../../forms/readFields.ts";
import type { Path } from "../../document/flag.ts";
import type { ElicitationFlag, ElicitationFlagCode } from "./flag.ts";

export interface ReadForm {
  fields: Field[];
  flags: ElicitationFlag[];
}

export const FIELDS_MAX = 100;
export const FIELD_NAME_MAX = 200;
export const CHOICES_MAX = 500;
/** For all fields together. */
export const ALL_CHOICES_MAX = 2000;

const SCHEMA: Path = ["requestedSchema"];
const NOTES: ReadonlySet<OddCode> = new Set([
  "default-unusable",
  "format-unknown",
  "pattern-too-long",
]);

/** At most `FIELDS_MAX` fields, in the schema's order. */
export function readForm(schema: JsonObject): ReadForm {
  const { fields: all, oddities } = readFields(schema);
  const flags = oddities
    // Deeper ones are within a field that is flagged itself.
    .filter(({ path }) => path.length <= 2)
    .map(({ code, path, ...rest }): ElicitationFlag => ({
      severity: NOTES.has(code) ? "note" : "error",
      code,
      path: [...SCHEMA, ...path],
      ...rest,
    }));
  const error = (code: ElicitationFlagCode, path: Path, detail?: string): void =>
    void flags.push({
      severity: "error",
      code,
      path: [...SCHEMA, ...path],
      ...(detail === undefined ? {} : { detail }),
    });
  const left = new Set(
    flags.flatMap(({ severity, code, path }) =>
      severity === "error" && code !== "bounds-contradict" ? [path[2]] : [],
    ),
  );
  const fields: Field[] = [];
  const count = all?.length ?? 0;
  if (count > FIELDS_MAX) error("too-many-fields", ["properties"], String(count));
  for (const read of all?.slice(0, FIELDS_MAX) ?? []) {
    const { name } = read;
    const field = withoutNull(read);
    const choices = choicesOf(field);
    // The context bridge drops fields of this name.
    if (name === "__proto__") error("field-malformed", ["properties", name]);
    else if (name.length > FIELD_NAME_MAX)
      error("field-name-too-long", ["properties"], name.slice(0, FIELD_NAME_MAX));
    else if (choices > CHOICES_MAX)
      error("too-many-choices", ["properties", name], String(choices));
    else if (left.has(name)) continue;
    else if (isMalformed(field)) error("choices-malformed", ["properties", name]);
    else fields.push(field);
  }
  const choices = fields.reduce((sum, field) => sum + choicesOf(field), 0);
  if (choices > ALL_CHOICES_MAX) error("too-many-choices", ["properties"], String(choices));
  return { fields, flags };
}

const choicesOf = ({ shape }: Field): number => ("choices" in shape ? shape.choices.length : 0);

/** Null as a choice means none: the user leaves the field out instead. */
function withoutNull(field: Field): Field {
  const { shape } = field;
  if (!("choices" in shape)) return field;
  const choices = shape.choices.filter(({ value }) => value !== null);
  return choices.length === shape.choices.length
    ? field
    : { ...field, shape: { ...shape, choices } };
}

/** No choice, or a list of other values than texts. */
const isMalformed = ({ shape }: Field): boolean =>
  "choices" in shape &&
  (shape.choices.length === 0 ||
    (shape.kind === "choices" && shape.choices.some(({ value }) => typeof value !== "string")));
