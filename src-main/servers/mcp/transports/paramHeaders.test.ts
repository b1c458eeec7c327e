// Arguments as headers: allowed annotations, and how a value survives a header.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "#shared/json.ts";
import { callableTools, paramHeaders } from "./paramHeaders.ts";

const schema = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const text = (header: unknown): JsonObject =>
  JSON.parse(JSON.stringify({ type: "string", "x-mcp-header": header }));

function isCallable(inputSchema: JsonObject): boolean {
  const complaints: string[] = [];
  const left = callableTools([{ name: "t", inputSchema }], (said) => complaints.push(said));
  expect(complaints).toHaveLength(1 - left.length);
  return left.length === 1;
}

it("repeats annotated arguments, at any depth, and nothing else", () => {
  const inputSchema = schema({
    region: text("Region"),
    plain: { type: "string" },
    deep: schema({ count: { type: "integer", "x-mcp-header": "Count" } }),
    on: { type: "boolean", "x-mcp-header": "On" },
    gone: text("Gone"),
  });
  const args = { region: "eu", plain: "x", deep: { count: 42 }, on: false, gone: null };
  expect(paramHeaders(inputSchema, args)).toEqual({
    "Mcp-Param-Region": "eu",
    "Mcp-Param-Count": "42",
    "Mcp-Param-On": "false",
  });
});

it.each([
  ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
  [" padded ", "=?base64?IHBhZGRlZCA=?="],
  ["line1\r\nline2", "=?base64?bGluZTENCmxpbmUy?="],
  ["", "=?base64??="],
  ["=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="],
  ["us west 1", "us west 1"],
])("encodes %j for a header", (value, written) => {
  expect(paramHeaders(schema({ a: text("A") }), { a: value })).toEqual({ "Mcp-Param-A": written });
});

it("encodes any text so that it is a valid header and can be decoded", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      const { "Mcp-Param-A": written = "" } = paramHeaders(schema({ a: text("A") }), { a: value });
      new Headers().set("a", written);
      const inside = /^=\?base64\?(.*)\?=$/.exec(written)?.[1];
      const read = inside === undefined ? written : Buffer.from(inside, "base64").toString("utf8");
      expect(read).toBe(value);
    }),
  );
});

describe("a tool is left out", () => {
  it.each<[string, JsonObject]>([
    ["an empty name", schema({ a: text("") })],
    ["a name that is not a string", schema({ a: text(7) })],
    ["a line break in a name", schema({ a: text("A\r\nX: y") })],
    ["a name twice, in another case", schema({ a: text("Id"), b: text("ID") })],
    ["a number", schema({ a: { type: "number", "x-mcp-header": "A" } })],
    ["an object", schema({ a: { type: "object", "x-mcp-header": "A" } })],
    ["no type", schema({ a: { "x-mcp-header": "A" } })],
    ["an item of an array", schema({ a: { type: "array", items: text("A") } })],
    ["one of several schemas", { oneOf: [schema({ a: text("A") })] }],
    ["a definition", { ...schema({}), $defs: { a: text("A") } }],
    ["the whole schema", { type: "object", "x-mcp-header": "A" }],
  ])("for %s", (_why, inputSchema) => expect(isCallable(inputSchema)).toBe(false));

  it("but not for a value that looks like one, or an argument of that name", () => {
    expect(isCallable(schema({ a: { type: "object", default: text("A") } }))).toBe(true);
    expect(isCallable(schema({ "x-mcp-header": { type: "string" } }))).toBe(true);
  });
});
