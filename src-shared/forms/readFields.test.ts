// Forms for input schemas as real servers and generators write them. What an elicitation may hold of it is tested with
// `checkRequest`.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../json.ts";
import { costMs } from "../testing.ts";
import { readFields } from "./readFields.ts";

const fieldsOf = (schema: JsonObject) => readFields(schema).fields;
const shapes = (schema: JsonObject) =>
  Object.fromEntries((fieldsOf(schema) ?? []).map((field) => [field.name, field.shape]));

describe("readFields", () => {
  it("reads texts, numbers, choices and booleans with their limits", () => {
    const fields = fieldsOf({
      type: "object",
      properties: {
        text: { type: "string", description: "What to say", maxLength: 9 },
        style: { enum: ["brief", "long"], default: "brief" },
        most: { type: "integer", minimum: 16, maximum: 2000 },
        keep: { type: "boolean", default: true },
      },
      required: ["text"],
    });
    expect(fields).toEqual([
      {
        name: "text",
        required: true,
        description: "What to say",
        shape: { kind: "text", maxLength: 9 },
      },
      {
        name: "style",
        required: false,
        preset: "brief",
        shape: {
          kind: "choice",
          choices: [
            { value: "brief", title: "brief" },
            { value: "long", title: "long" },
          ],
        },
      },
      {
        name: "most",
        required: false,
        shape: { kind: "number", integer: true, minimum: 16, maximum: 2000 },
      },
      { name: "keep", required: false, preset: true, shape: { kind: "boolean" } },
    ]);
  });

  it("reads an optional argument of Pydantic (anyOf with null) as its type, without the null", () => {
    const schema = {
      type: "object",
      properties: {
        n: { anyOf: [{ type: "integer" }, { type: "null" }], default: null, description: "d" },
      },
    };
    expect(fieldsOf(schema)).toEqual([
      { name: "n", required: false, description: "d", shape: { kind: "number", integer: true } },
    ]);
  });

  it("follows references within the document, and stops at an endless one", () => {
    const schema = {
      type: "object",
      properties: {
        colour: { allOf: [{ $ref: "#/$defs/Colour" }], default: "red" },
        tree: { $ref: "#/$defs/Tree" },
        loop: { $ref: "#/$defs/Loop" },
        away: { $ref: "https://example.com/other.json" },
      },
      $defs: {
        Colour: { enum: ["red", "blue"], type: "string" },
        Tree: { type: "object", properties: { child: { $ref: "#/$defs/Tree" } } },
        Loop: { $ref: "#/$defs/Loop" },
      },
    };
    const found = shapes(schema);
    expect(found.colour?.kind).toBe("choice");
    expect(found.loop).toEqual({ kind: "json" });
    expect(found.away).toEqual({ kind: "json" });
    expect(JSON.stringify(found.tree)).toBe(
      JSON.stringify({
        kind: "group",
        fields: [
          {
            name: "child",
            required: false,
            shape: {
              kind: "group",
              fields: [
                {
                  name: "child",
                  required: false,
                  shape: {
                    kind: "group",
                    fields: [{ name: "child", required: false, shape: { kind: "json" } }],
                  },
                },
              ],
            },
          },
        ],
      }),
    );
  });

  it("reads lists of texts and of objects as rows, and a map as JSON", () => {
    const found = shapes({
      type: "object",
      properties: {
        tags: { type: "array", items: { type: "string" }, maxItems: 3 },
        people: {
          type: "array",
          items: { type: "object", properties: { age: { type: "number" } } },
        },
        map: { type: "object", additionalProperties: { type: "string" } },
        pair: { type: "array", prefixItems: [{ type: "string" }], items: { type: "string" } },
        either: { anyOf: [{ type: "string" }, { type: "number" }] },
      },
    });
    expect(found.tags).toEqual({ kind: "list", item: { kind: "text" }, maxItems: 3 });
    expect(found.people).toMatchObject({ kind: "list", item: { kind: "group" } });
    expect([found.map, found.pair, found.either].map((shape) => shape?.kind)).toEqual([
      "json",
      "json",
      "json",
    ]);
  });

  it("gives up on a schema whose root is not one plain object", () => {
    expect(fieldsOf({ anyOf: [{ type: "object" }] })).toBeNull();
    expect(fieldsOf({ type: "array" })).toBeNull();
    expect(fieldsOf({ type: "object" })).toEqual([]);
  });

  it("reads a list of choices as choices, unless it has to hold more than there are", () => {
    const found = shapes({
      type: "object",
      properties: {
        some: { type: "array", items: { enum: ["a", 1] } },
        dice: { type: "array", items: { enum: [1, 2] }, minItems: 5 },
        maybe: { enum: ["a", null, { b: 1 }] },
      },
    });
    expect(found.some).toMatchObject({
      kind: "choices",
      choices: [{ value: "a" }, { value: 1, title: "1" }],
    });
    expect(found.dice).toMatchObject({ kind: "list", item: { kind: "choice" }, minItems: 5 });
    expect(found.maybe).toMatchObject({ choices: [{}, { title: "null" }, { title: '{"b":1}' }] });
  });

  it("keeps the input of a type that is combined with conditions, but guesses no object", () => {
    const found = shapes({
      type: "object",
      properties: {
        text: { type: "string", anyOf: [{ minLength: 3 }, { const: "" }] },
        object: { type: "object", properties: { a: {} }, anyOf: [{ required: ["a"] }, {}] },
        list: { type: "array", items: { type: "string" }, not: {} },
      },
    });
    expect(Object.values(found).map(({ kind }) => kind)).toEqual(["text", "json", "json"]);
  });

  it("ends soon with objects that multiply by references", () => {
    const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `f${i}`);
    const of = (count: number, field: JsonObject): JsonObject =>
      Object.fromEntries(names(count).map((name) => [name, field]));
    const big = { type: "object", properties: of(900, { type: "string" }) };
    const schema = {
      type: "object",
      properties: of(900, { $ref: "#/$defs/big" }),
      $defs: { big },
    };
    const read = () => fieldsOf(schema);
    expect(new Set(read()?.map(({ shape }) => shape.kind))).toEqual(new Set(["json"]));
    expect(costMs(read)).toBeLessThan(1000);
    expect(fieldsOf({ type: "object", properties: of(1001, {}) })).toBeNull();
    const list = { enum: names(4000) };
    const choices = {
      type: "object",
      properties: of(900, { $ref: "#/$defs/list" }),
      $defs: { list },
    };
    const kinds = fieldsOf(choices)?.map(({ shape }) => shape.kind) ?? [];
    expect(kinds.filter((kind) => kind === "choice")).toHaveLength(2);
  });
});

const object = { type: "object", properties: { x: { type: "string" } }, required: ["x"] };

it.each<[string, JsonObject, "kept" | "unfit" | "none"]>([
  ["null, which means that there is none", { type: "string", default: null }, "none"],
  ["null where null is allowed", { type: ["string", "null"], default: null }, "none"],
  ["a number as text", { type: "integer", default: "5" }, "unfit"],
  ["a value out of bounds", { type: "integer", maximum: 5, default: 9 }, "unfit"],
  ["a value at an exclusive bound", { type: "number", exclusiveMinimum: 0, default: 0 }, "unfit"],
  ["a choice that is none", { enum: ["x", "y"], default: "z" }, "unfit"],
  [
    "an item of the wrong type",
    { type: "array", items: { type: "string" }, default: [1] },
    "unfit",
  ],
  [
    "too few items",
    { type: "array", items: { type: "string" }, minItems: 1, default: [] },
    "unfit",
  ],
  ["an object that lacks a field", { ...object, default: {} }, "unfit"],
  ["an object with a wrong field", { ...object, default: { x: 7 } }, "unfit"],
  ["an object that fits", { ...object, default: { x: "a" } }, "kept"],
  ["a list that fits", { type: "array", items: object, default: [{ x: "a" }] }, "kept"],
  [
    "what no input can show",
    { anyOf: [{ type: "object" }, { type: "string" }], default: {} },
    "kept",
  ],
])("a default: %s", (_name, schema, is) => {
  const [field] = fieldsOf({ type: "object", properties: { a: schema } }) ?? [];
  expect(field?.preset).toEqual(is === "kept" ? schema.default : undefined);
  expect(field?.presetUnfit).toBe(is === "unfit" ? true : undefined);
});
