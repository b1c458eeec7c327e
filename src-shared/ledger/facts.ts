// Which parts of a schema are facts, that is, kept after content is deleted. They must not contain text written by a
// server, a model or the user, nor an unsalted hash of such text, nor command lines, addresses or paths, which can
// contain secrets. What is not marked is content.
import { z } from "zod";
import type { JsonObject } from "../json.ts";

/** `true`: the whole value. A list: each item. A function: depends on the value. Fields that are not named are content. */
export type Facts = true | FactFields | readonly [Facts] | ((value: JsonObject) => FactFields);
export interface FactFields {
  readonly [field: string]: Facts;
}

const marks = new WeakMap<z.core.$ZodType, Facts | null>();

function marked<S extends z.ZodType>(schema: S, facts: Facts | null): S {
  const own = schema.clone();
  marks.set(own, facts);
  return own;
}

/** The same schema, of a value that is a fact, or has these. */
export const fact = <S extends z.ZodType>(schema: S, facts: Facts = true): S =>
  marked(schema, facts);

/** The same schema, of a value without any fact, though parts of it are facts elsewhere. */
export const content = <S extends z.ZodType>(schema: S): S => marked(schema, null);

/** The facts of a value with this schema; null if it has none. */
function factsIn(schema: z.core.$ZodType): Facts | null {
  const mark = marks.get(schema);
  if (mark !== undefined) return mark;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return factsIn(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) {
    const item = factsIn(schema.element);
    return item === null ? null : [item];
  }
  const objects = schema instanceof z.ZodDiscriminatedUnion ? schema.options : [schema];
  const fields = objects.map((one) => (one instanceof z.ZodObject ? factFields(one.shape) : {}));
  const all: FactFields = Object.assign({}, ...fields);
  return Object.keys(all).length === 0 ? null : all;
}

/** The facts among these fields. */
export const factFields = (shape: z.core.$ZodShape): FactFields =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const facts = factsIn(schema);
      return facts === null ? [] : [[name, facts]];
    }),
  );
