// Defaults that the schema itself forbids. They are not filled in: a call with them could not be made.
import type { Fault } from "../../../src-shared/inspect/arguments.ts";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { Json, JsonObject } from "../../../src-shared/json.ts";
import type { FormField, Shape } from "./schema.ts";
import { ownField, pointer, withField } from "./values.ts";
import type { Place } from "./values.ts";

/** A default and the place where a form starts with it. */
export interface UnfitPreset {
  place: Place;
  /** The same for all rows of a list; changes with the default. */
  id: string;
}

const ROW = "*";
const idOf = (described: Place, preset: Json): string => JSON.stringify([described, preset]);

/** The defaults in `args` that `faults` are about. What the user typed over a default is not one. */
export function unfitPresets(
  fields: readonly FormField[],
  args: Json | undefined,
  faults: readonly (readonly [string, Fault])[],
  place: Place = [],
  described: Place = [],
): UnfitPreset[] {
  return fields.flatMap(({ name, preset, shape }) => {
    const value = ownField(args, name);
    if (value === undefined) return [];
    const here = [...place, name];
    const at = pointer(here);
    const isFaulty = faults.some(([where]) => where === at || where.startsWith(`${at}/`));
    if (!isFaulty) return [];
    return preset !== undefined && JSON.stringify(preset) === JSON.stringify(value)
      ? [{ place: here, id: idOf([...described, name], preset) }]
      : unfitWithin(shape, value, faults, here, [...described, name]);
  });
}

function unfitWithin(
  shape: Shape,
  value: Json,
  faults: readonly (readonly [string, Fault])[],
  place: Place,
  described: Place,
): UnfitPreset[] {
  if (shape.kind === "group") return unfitPresets(shape.fields, value, faults, place, described);
  if (shape.kind !== "list" || !Array.isArray(value)) return [];
  return value.flatMap((row, index) =>
    unfitWithin(shape.item, row, faults, [...place, index], [...described, ROW]),
  );
}

/** The fields without these defaults, and marked so. */
export function withoutPresets(
  fields: readonly FormField[],
  ids: ReadonlySet<string>,
  described: Place = [],
): FormField[] {
  return fields.map((field) => {
    const own = [...described, field.name];
    const shape = shapeWithout(field.shape, ids, own);
    if (field.preset === undefined || !ids.has(idOf(own, field.preset))) return { ...field, shape };
    const { preset: _left, ...rest } = field;
    return { ...rest, shape, presetUnfit: true };
  });
}

function shapeWithout(shape: Shape, ids: ReadonlySet<string>, described: Place): Shape {
  if (shape.kind === "group")
    return { ...shape, fields: withoutPresets(shape.fields, ids, described) };
  if (shape.kind === "list")
    return { ...shape, item: shapeWithout(shape.item, ids, [...described, ROW]) };
  return shape;
}

/** The arguments without the value at `place`. */
export function withoutValue(args: JsonObject, place: Place): JsonObject {
  const without = (value: Json, [step, ...rest]: Place): Json => {
    if (Array.isArray(value))
      return value.map((row, index) => (index === step ? without(row, rest) : row));
    const name = String(step);
    const inner = ownField(value, name);
    if (!isJsonObject(value) || inner === undefined) return value;
    return withField(value, name, rest.length === 0 ? undefined : without(inner, rest));
  };
  return without(args, place) as JsonObject;
}
