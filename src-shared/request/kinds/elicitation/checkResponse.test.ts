import { expect, it } from "vitest";
import type { JsonObject } from "../../../json.ts";
import { checkContent, checkResponse, patternSchema } from "./checkResponse.ts";
import { elicitationResponseSchema } from "./document.ts";
import type { FieldValue, FormContent } from "./document.ts";
import { readForm } from "./readForm.ts";

const schema: JsonObject = {
  type: "object",
  required: ["version", "percent"],
  properties: {
    version: { type: "string", minLength: 2, maxLength: 5 },
    percent: { type: "integer", minimum: 0, maximum: 100 },
    mail: { type: "string", format: "email" },
    page: { type: "string", format: "uri" },
    day: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    notify: { type: "boolean" },
    channel: { type: "string", enum: ["beta", "stable"] },
    targets: { type: "array", items: { enum: ["a", "b", "c"] }, minItems: 1, maxItems: 2 },
  },
};
const { fields } = readForm(schema);
const fault = (content: FormContent) =>
  Object.fromEntries(checkContent(fields, { version: "2.4", percent: 1, ...content }));

it("accepts valid values, and names each invalid field", () => {
  expect(fault({})).toEqual({});
  expect(
    fault({
      mail: "ana@acme.example",
      page: "https://a.example/x",
      day: "2028-02-29",
      notify: false,
      at: "2026-11-24T04:00:00Z",
      channel: "beta",
      targets: ["a", "b"],
    }),
  ).toEqual({});
  expect(Object.fromEntries(checkContent(fields, {}))).toEqual({
    version: { kind: "required" },
    percent: { kind: "required" },
  });
});

it.each<[string, FieldValue, string, string | undefined]>([
  ["version", "2", "minLength", "2"],
  ["version", "2.4.0.1", "maxLength", "5"],
  // Five characters, though ten units.
  ["version", "𝟐𝟐𝟐𝟐𝟐𝟐", "maxLength", "5"],
  ["percent", 140, "maximum", "100"],
  ["percent", -1, "minimum", "0"],
  ["percent", 1.5, "type", "integer"],
  ["percent", "1", "type", "integer"],
  ["percent", Number.NaN, "type", "integer"],
  ["mail", "ana", "format", "email"],
  ["mail", "ana@acme", "format", "email"],
  ["mail", "a@b@c.example", "format", "email"],
  ["page", "not an address", "format", "uri"],
  ["page", "https://exa mple.com", "format", "uri"],
  ["day", "2027-02-29", "format", "date"],
  ["day", "tomorrow", "format", "date"],
  ["at", "2026-11-24 25:00:00Z", "format", "date-time"],
  ["notify", "yes", "type", "boolean"],
  ["channel", "nightly", "enum", "beta, stable"],
  ["targets", [], "minItems", "1"],
  ["targets", ["a", "b", "c"], "maxItems", "2"],
  ["targets", ["a", "a"], "uniqueItems", undefined],
  ["targets", ["z"], "enum", "a, b, c"],
  ["other", "x", "unexpected", undefined],
])("%s = %j: %s", (name, value, kind, want) => {
  expect(fault({ [name]: value })).toEqual({
    [name]: { kind, ...(want === undefined ? {} : { want }) },
  });
});

it("never runs a pattern itself: the worker does", () => {
  const evil = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } };
  const request = { message: "m", requestedSchema: evil };
  const started = performance.now();
  const content = { a: `${"a".repeat(50_000)}!` };
  expect(checkResponse(request, { action: "accept", content }).size).toBe(0);
  expect(performance.now() - started).toBeLessThan(500);
  expect(patternSchema(readForm(evil).fields)).toEqual({
    type: "object",
    properties: { a: { type: "string", pattern: "^(a+)+$" } },
  });
  expect(patternSchema(fields)).toBeNull();
});

it("limits texts if the schema does not", () => {
  const open = {
    message: "m",
    requestedSchema: { type: "object", properties: { a: { type: "string" } } },
  };
  const long = checkResponse(open, { action: "accept", content: { a: "x".repeat(100_001) } });
  expect(long.get("a")).toEqual({ kind: "maxLength", want: "100000" });
});

it("always accepts decline and cancel; consent to a link has no content", () => {
  const request = { message: "m", requestedSchema: schema };
  const page = { mode: "url", message: "m", url: "https://a.example", elicitationId: "e" } as const;
  expect(checkResponse(request, { action: "decline" }).size).toBe(0);
  expect(checkResponse(request, { action: "cancel" }).size).toBe(0);
  expect(checkResponse(request, { action: "accept" }).size).toBe(2);
  expect(checkResponse(page, { action: "accept" }).size).toBe(0);
  expect(checkResponse(page, { action: "accept", content: { a: 1 } }).get("a")).toEqual({
    kind: "unexpected",
  });
});

it("accepts only an action and flat values", () => {
  const fits = (value: unknown) => elicitationResponseSchema.safeParse(value).success;
  expect(fits({ action: "accept", content: { a: "x", b: 1, c: true, d: ["y"] } })).toBe(true);
  expect(fits({ action: "accept", content: { a: { b: 1 } } })).toBe(false);
  expect(fits({ action: "decline", content: {} })).toBe(false);
  expect(fits({ action: "approve" })).toBe(false);
});
