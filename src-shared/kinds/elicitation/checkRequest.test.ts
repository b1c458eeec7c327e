import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../json.ts";
import { costMs } from "../../testing.ts";
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
