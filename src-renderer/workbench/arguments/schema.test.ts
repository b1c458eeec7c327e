// Forms for input schemas as real servers and generators write them.
import { describe, expect, it } from "vitest";
import { readForm, textSchema } from "./schema.ts";

const shapes = (schema: Parameters<typeof readForm>[0]) =>
  Object.fromEntries((readForm(schema) ?? []).map((field) => [field.name, field.shape]));

describe("readForm", () => {
  it("reads texts, numbers, choices and booleans with their limits", () => {
    const fields = readForm({
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
        shape: { kind: "string", maxLength: 9 },
      },
      {
        name: "style",
        required: false,
        preset: "brief",
        shape: {
          kind: "choice",
          choices: [
            { value: "brief", label: "brief" },
            { value: "long", label: "long" },
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
    expect(readForm(schema)).toEqual([
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
    expect(found.tags).toEqual({ kind: "list", item: { kind: "string" }, maxItems: 3 });
    expect(found.people).toMatchObject({ kind: "list", item: { kind: "group" } });
    expect([found.map, found.pair, found.either].map((shape) => shape?.kind)).toEqual([
      "json",
      "json",
      "json",
    ]);
  });

  it("gives up on a schema whose root is not one plain object", () => {
    expect(readForm({ anyOf: [{ type: "object" }] })).toBeNull();
    expect(readForm({ type: "array" })).toBeNull();
    expect(readForm({ type: "object" })).toEqual([]);
  });

  it("makes a schema of a prompt's arguments", () => {
    const fields = readForm(textSchema([{ name: "city", description: "Which", required: true }]));
    expect(fields).toEqual([
      { name: "city", required: true, description: "Which", shape: { kind: "string" } },
    ]);
  });
});
