import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../json.ts";
import { costMs } from "../../../testing.ts";
import { checkRequest } from "./checkRequest.ts";
import { readRequest } from "./request.ts";
import { readForm } from "./readForm.ts";

const form = (properties: JsonObject, more: JsonObject = {}): Json => ({
  message: "Fill it in.",
  requestedSchema: { type: "object", properties, ...more },
});
function codesOf(params: Json): string[] {
  const request = readRequest(params);
  if (typeof request === "string") return [request];
  return checkRequest(request).map(
    ({ severity, code, path }) => `${severity} ${code} ${path.at(-1)}`,
  );
}
const many = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, { type: "boolean" }]));

it("reads the fields of the protocol, and gives the path of each fault", () => {
  expect(readRequest(form({}))).toEqual({
    message: "Fill it in.",
    requestedSchema: { type: "object", properties: {} },
  });
  const url = { mode: "url", message: "m", url: "https://a.example", elicitationId: "e" };
  expect(readRequest({ ...url, _meta: {} })).toEqual(url);
  expect(readRequest(null)).toBe("params");
  expect(readRequest({ requestedSchema: {} })).toBe("params.message");
  expect(readRequest({ message: "m", mode: "x" })).toBe("params.mode");
  expect(readRequest({ message: "m", mode: "url" })).toBe("params.url");
  expect(readRequest({ ...url, elicitationId: 7 })).toBe("params.elicitationId");
  expect(readRequest({ message: "m", requestedSchema: [] })).toBe("params.requestedSchema");
});

it("reads every form of field in the protocol", () => {
  const { fields, flags } = readForm({
    type: "object",
    required: ["version"],
    properties: {
      version: {
        type: "string",
        title: "Version",
        default: "2.4.0",
        minLength: 1,
        pattern: "^\\d",
      },
      mail: { type: "string", format: "email", description: "Whom to write to" },
      percent: { type: "integer", minimum: 0, maximum: 100, default: 10 },
      notify: { type: "boolean", default: true },
      plain: { type: "string", enum: ["a", "b"] },
      older: { type: "string", enum: ["a", "b"], enumNames: ["Anna"], default: "b" },
      titled: { type: "string", oneOf: [{ const: "x", title: "Ex" }] },
      several: { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 1 },
      titledSeveral: {
        type: "array",
        minItems: 1,
        items: {
          anyOf: [
            { const: "x", title: "Ex" },
            { const: "y", title: "Why" },
          ],
        },
        default: ["y"],
      },
      optional: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }], default: null },
    },
  });
  expect(flags).toEqual([]);
  expect(fields).toMatchObject([
    { title: "Version", required: true, preset: "2.4.0", shape: { kind: "text", pattern: "^\\d" } },
    { required: false, description: "Whom to write to", shape: { kind: "text", format: "email" } },
    { preset: 10, shape: { kind: "number", integer: true, minimum: 0, maximum: 100 } },
    { preset: true, shape: { kind: "boolean" } },
    { shape: { kind: "choice", choices: [{ title: "a" }, { title: "b" }] } },
    { preset: "b", shape: { kind: "choice", choices: [{ title: "Anna" }, { title: "b" }] } },
    { shape: { kind: "choice", choices: [{ value: "x", title: "Ex" }] } },
    { shape: { kind: "choices", maxItems: 1 } },
    { preset: ["y"], shape: { kind: "choices", minItems: 1 } },
    { shape: { kind: "number", minimum: 1 } },
  ]);
  expect(fields[9]).not.toHaveProperty("preset");
});

/** The schema of the one field `a`, and definitions. */
const SIZES = { type: "string", enum: ["small", "large"], title: "Size" };
const LEVEL = { enum: [1, 2, null], enumNames: ["Low", "High"], type: "integer" };
const DEFS: JsonObject = {
  $defs: {
    Size: SIZES,
    Level: LEVEL,
    Alias: { $ref: "#/$defs/Size" },
    Loop: { $ref: "#/$defs/Loop" },
    "a/b": { type: "string", writeOnly: true },
    Nested: { type: "object", properties: {} },
    Maybe: { anyOf: [{ $ref: "#/$defs/Maybe" }, { type: "null" }] },
    Form: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
  },
  definitions: { Size: SIZES },
};
const two = {
  kind: "choice",
  choices: [
    { value: "small", title: "small" },
    { value: "large", title: "large" },
  ],
};
const named = {
  kind: "choice",
  choices: [
    { value: "s", title: "Small" },
    { value: "l", title: "Large" },
  ],
};
const consts = [
  { const: "s", title: "Small" },
  { const: "l", title: "Large" },
];

describe("other spellings of the same", () => {
  it.each<[string, JsonObject, object]>([
    ["a local reference", { $ref: "#/$defs/Size" }, { title: "Size", shape: two }],
    ["one to definitions", { $ref: "#/definitions/Size" }, { title: "Size", shape: two }],
    ["one to another", { $ref: "#/$defs/Alias", title: "Of mine" }, { title: "Of mine" }],
    ["an escaped one", { $ref: "#/$defs/a~1b" }, { concealed: true, shape: { kind: "text" } }],
    ["allOf of one", { allOf: [{ $ref: "#/$defs/Size" }], default: "large" }, { preset: "large" }],
    [
      "allOf of parts",
      { allOf: [{ type: "string", minLength: 1 }, { maxLength: 3 }] },
      { shape: { kind: "text", minLength: 1, maxLength: 3 } },
    ],
    ["a type or null", { type: ["integer", "null"], minimum: 1 }, { shape: { minimum: 1 } }],
    ["one type in a list", { type: ["boolean"] }, { shape: { kind: "boolean" } }],
    [
      "a reference or null",
      { oneOf: [{ $ref: "#/$defs/Size" }, { type: "null" }], default: null },
      { title: "Size", shape: two },
    ],
    ["a constant", { const: "yes" }, { shape: { choices: [{ value: "yes", title: "yes" }] } }],
    [
      "a constant that is no text",
      { const: true, type: "boolean" },
      { shape: { kind: "choice", choices: [{ value: true, title: "true" }] } },
    ],
    ["true and false", { type: "boolean", enum: [true, false] }, { shape: { kind: "boolean" } }],
    ["an enum without a type", { enum: ["small", "large"] }, { shape: two }],
    [
      "numbers with names, and null",
      { $ref: "#/$defs/Level" },
      {
        shape: {
          choices: [
            { value: 1, title: "Low" },
            { value: 2, title: "High" },
          ],
        },
      },
    ],
    ["titled constants in anyOf", { anyOf: consts }, { shape: named }],
    ["with a type", { type: "string", anyOf: consts }, { shape: named }],
    ["or null", { oneOf: [...consts, { type: "null" }] }, { shape: named }],
    [
      "several of them",
      { type: "array", items: { oneOf: consts } },
      { shape: { ...named, kind: "choices" } },
    ],
    [
      "several by reference",
      { type: "array", items: { $ref: "#/$defs/Size" } },
      { shape: { ...two, kind: "choices" } },
    ],
    ["one value twice", { enum: ["small", "large", "small"] }, { shape: two }],
  ])("%s", (_name, field, expected) => {
    const { fields, flags } = readForm({ type: "object", properties: { a: field }, ...DEFS });
    expect(flags).toEqual([]);
    expect(fields).toMatchObject([expected]);
  });

  it.each<[string, JsonObject]>([
    ["a reference", { $ref: "#/$defs/Form", ...DEFS }],
    ["allOf of one", { allOf: [{ $ref: "#/$defs/Form" }], ...DEFS }],
    ["no type", { properties: { a: { type: "string" } }, required: ["a"] }],
  ])("the whole form as %s", (_name, schema) => {
    expect(readForm(schema)).toMatchObject({ fields: [{ name: "a", required: true }], flags: [] });
  });

  it.each<[string, JsonObject, string]>([
    ["a remote reference", { $ref: "https://a.example/s.json#/$defs/Size" }, "schema-combined"],
    ["an anchor", { $ref: "#Size" }, "schema-combined"],
    ["a reference to nothing", { $ref: "#/$defs/Nothing" }, "schema-combined"],
    ["a cycle", { $ref: "#/$defs/Loop" }, "schema-combined"],
    ["a cycle through null", { $ref: "#/$defs/Maybe" }, "schema-combined"],
    ["a nested object", { $ref: "#/$defs/Nested" }, "field-nested"],
    [
      "two demands at once",
      { allOf: [{ type: "string", maxLength: 3 }], maxLength: 5 },
      "schema-combined",
    ],
    ["several types", { type: ["string", "integer"] }, "field-type-unknown"],
    ["alternatives", { anyOf: [{ type: "string" }, { type: "integer" }] }, "field-type-unknown"],
    ["a constant of another type", { type: "string", const: 1 }, "choices-malformed"],
    ["an object as a choice", { enum: [{ a: 1 }] }, "choices-malformed"],
  ])("stays refused: %s", (_name, field, code) => {
    const { flags } = readForm({ type: "object", properties: { a: field }, ...DEFS });
    expect(flags).toMatchObject([{ severity: "error", code }]);
  });

  it("ends soon with references that multiply", () => {
    const $defs: JsonObject = { d0: { type: "string" } };
    for (let i = 1; i < 16; i += 1) {
      const part = { $ref: `#/$defs/d${i - 1}` };
      $defs[`d${i}`] = { allOf: Array.from({ length: 8 }, () => part) };
    }
    const properties = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`f${i}`, { $ref: "#/$defs/d15" }]),
    );
    const read = () => readForm({ type: "object", properties, $defs });
    expect(read().flags).toHaveLength(100);
    expect(costMs(read)).toBeLessThan(1000);
  });
});

describe("violations of the protocol", () => {
  it.each<[string, Json, string[]]>([
    ["a nested object", form({ a: { type: "object", properties: {} } }), ["error field-nested a"]],
    [
      "a list of texts",
      form({ a: { type: "array", items: { type: "string" } } }),
      ["error field-nested a"],
    ],
    ["no type", form({ a: {} }), ["error field-type-unknown a"]],
    ["a field that is not a schema", form({ a: true }), ["error field-malformed a"]],
    ["a reference", form({}, { $ref: "#" }), ["error schema-combined $ref"]],
    [
      "an array",
      { message: "m", requestedSchema: { type: "array" } },
      ["error schema-not-object requestedSchema"],
    ],
    [
      "choices of numbers",
      form({ a: { type: "string", enum: [1] } }),
      ["error choices-malformed a"],
    ],
    ["no choice", form({ a: { type: "string", enum: [] } }), ["error choices-malformed a"]],
    [
      "a required field that does not exist",
      form({}, { required: ["x"] }),
      ["error required-unknown required"],
    ],
    [
      "contradictory bounds",
      form({ a: { type: "number", minimum: 2, maximum: 1 } }),
      ["error bounds-contradict a"],
    ],
    [
      "a default outside its bounds",
      form({ a: { type: "integer", maximum: 5, default: 9 } }),
      ["note default-unusable a"],
    ],
    [
      "an unknown format",
      form({ a: { type: "string", format: "hex" } }),
      ["note format-unknown a"],
    ],
    [
      "__proto__",
      form(JSON.parse('{"__proto__":{"type":"string"}}') as JsonObject),
      ["error field-malformed __proto__"],
    ],
  ])("%s", (_name, params, expected) => {
    expect(codesOf(params)).toEqual(expected);
  });
});

describe("excessive input", () => {
  it("refuses an enormous schema without reading it", () => {
    const request = form(many(40_000));
    const read = (): string[] => codesOf(request);
    expect(read()).toEqual(["error schema-too-large requestedSchema"]);
    expect(costMs(read)).toBeLessThan(1000);
  });
  it("refuses too many fields, and shows the first", () => {
    expect(codesOf(form(many(101)))).toEqual(["error too-many-fields properties"]);
    expect(readForm({ type: "object", properties: many(101) }).fields).toHaveLength(100);
  });
  it("flags too many choices, a long name and a long pattern", () => {
    const choices = Array.from({ length: 501 }, (_, i) => String(i));
    expect(codesOf(form({ a: { type: "string", enum: choices } }))).toEqual([
      "error too-many-choices a",
    ]);
    expect(codesOf(form({ ["n".repeat(201)]: { type: "string" } }))).toEqual([
      "error field-name-too-long properties",
    ]);
    expect(codesOf(form({ a: { type: "string", pattern: "a".repeat(501) } }))).toEqual([
      "note pattern-too-long a",
    ]);
  });
  it("flags many choices in many fields", () => {
    const list = { type: "string", enum: Array.from({ length: 500 }, (_, i) => String(i)) };
    const five = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, list]));
    expect(codesOf(form(five))).toEqual(["error too-many-choices properties"]);
  });
  it("flags a message that is too long", () => {
    expect(
      codesOf({
        message: "m".repeat(100_001),
        requestedSchema: { type: "object", properties: {} },
      }),
    ).toEqual(["error message-too-long message"]);
  });
});

describe("an address", () => {
  const codes = (url: string): string[] =>
    codesOf({ mode: "url", message: "m", url, elicitationId: "e" });
  it.each([
    ["https://example.com/", []],
    ["http://localhost:3000/", []],
    ["http://example.com/", ["note url-not-encrypted url"]],
    ["https://me:secret@example.com/", ["error url-credentials url"]],
    ["javascript:alert(1)", ["error url-scheme url"]],
    ["file:///etc/passwd", ["error url-scheme url"]],
    ["https://example.com\\@evil.example", ["error url-malformed url"]],
  ])("%s", (url, expected) => {
    expect(codes(url)).toEqual(expected);
  });
});
