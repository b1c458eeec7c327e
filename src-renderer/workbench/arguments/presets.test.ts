// Defaults that the schema forbids are found wherever a form would fill them in, and what the user typed stays.
import { expect, it } from "vitest";
import { checkArguments } from "../../../src-shared/inspect/arguments.ts";
import type { JsonObject } from "../../../src-shared/json.ts";
import { unfitPresets, withoutPresets, withoutValue } from "./presets.ts";
import { readForm } from "./schema.ts";
import { initialArguments } from "./values.ts";

const faultsOf = (schema: JsonObject, args: JsonObject) => {
  const checked = checkArguments(schema, args);
  return checked.kind === "checked" ? [...checked.faults] : [];
};

it.each<[string, JsonObject, JsonObject]>([
  ["null for a text", { a: { type: "string", default: null }, n: { type: "integer" } }, {}],
  [
    "null where null is no alternative",
    { a: { anyOf: [{ type: "string" }, { type: "integer" }], default: null } },
    {},
  ],
  ["a number as text", { a: { type: "integer", default: "5" }, b: { default: 1 } }, { b: 1 }],
  ["a value out of bounds", { a: { type: "integer", maximum: 5, default: 9 } }, {}],
  ["a choice that is none", { a: { enum: ["x", "y"], default: "z" } }, {}],
  [
    "an item of the wrong type",
    { a: { type: "array", items: { type: "string" }, default: [1] } },
    {},
  ],
  ["an object that lacks a field", { a: { type: "object", required: ["x"], default: {} } }, {}],
  [
    "one within an object",
    {
      o: {
        type: "object",
        properties: { x: { type: "string", default: null }, y: { default: 1 } },
      },
    },
    { o: { y: 1 } },
  ],
  ["none: null is allowed", { a: { type: ["string", "null"], default: null } }, { a: null }],
])("leaves out %s", (_name, properties, expected) => {
  const schema = { type: "object", properties, required: ["o"] };
  const fields = readForm(schema) ?? [];
  const args = initialArguments(fields);
  const found = unfitPresets(fields, args, faultsOf(schema, args));
  const rest = withoutPresets(fields, new Set(found.map(({ id }) => id)));
  expect(initialArguments(rest)).toEqual(expected);
  expect(found.reduce((left, { place }) => withoutValue(left, place), args)).toEqual(expected);
  expect(JSON.stringify(rest).includes("presetUnfit")).toBe(found.length > 0);
});

it("leaves what the user typed, and finds a default in a row that was added", () => {
  const schema = {
    type: "object",
    properties: {
      a: { type: "string", default: null },
      rows: {
        type: "array",
        items: { type: "object", properties: { x: { type: "string", default: 7 } } },
      },
    },
  };
  const fields = readForm(schema) ?? [];
  const args = { a: 3, rows: [{ x: "ok" }, { x: 7 }] };
  const found = unfitPresets(fields, args, faultsOf(schema, args));
  expect(found.map(({ place }) => place)).toEqual([["rows", 1, "x"]]);
  expect(withoutValue(args, ["rows", 1, "x"])).toEqual({ a: 3, rows: [{ x: "ok" }, {}] });
});
