// Faults at the place where the user can fix them, and hostile schemas.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../json.ts";
import { checkArguments, hasPatterns } from "./arguments.ts";

const faults = (schema: object, args: object) => {
  const checked = checkArguments(
    JSON.parse(JSON.stringify(schema)),
    JSON.parse(JSON.stringify(args)),
  );
  return checked.kind === "checked" ? Object.fromEntries(checked.faults) : checked;
};

describe("checkArguments", () => {
  it("reports each fault at its place", () => {
    const schema = {
      type: "object",
      required: ["text", 'od"d/name'],
      additionalProperties: false,
      properties: {
        text: { type: "string" },
        'od"d/name': { type: "string" },
        most: { type: "integer", minimum: 16 },
        style: { enum: ["brief", "long"] },
        people: { type: "array", items: { type: "object", required: ["age"], properties: {} } },
      },
    };
    expect(faults(schema, { most: 3, style: "odd", people: [{}], other: 1 })).toEqual({
      "#/text": { kind: "required" },
      '#/od"d~1name': { kind: "required" },
      "#/most": { kind: "minimum", want: "16" },
      "#/style": { kind: "enum", want: "brief, long" },
      "#/people/0/age": { kind: "required" },
      "#/other": { kind: "unexpected" },
    });
  });

  it("reports a wrong type once, without its consequences", () => {
    expect(faults({ type: "object", properties: { n: { type: "integer" } } }, { n: "1." })).toEqual(
      {
        "#/n": { kind: "type", want: "integer" },
      },
    );
  });

  it("reports only that no alternative of anyOf matches", () => {
    const either = { anyOf: [{ type: "string", minLength: 3 }, { type: "number" }] };
    expect(faults({ type: "object", properties: { either } }, { either: "a" })).toEqual({
      "#/either": { kind: "other", want: "anyOf" },
    });
  });

  it("never runs a schema's regular expression", () => {
    const schema = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } };
    expect(faults(schema, { a: `${"a".repeat(60)}!` })).toEqual({});
  });

  it("gives up a schema that asks for too much work, whatever asks for it", () => {
    const twice = (next: string) => ({ allOf: [{ $ref: next }, { $ref: next }] });
    const names = Array.from({ length: 40 }, (_, at) => `d${at}`);
    const $defs = Object.fromEntries(
      names.map((name, at) => [name, at === 39 ? { type: "string" } : twice(`#/$defs/d${at + 1}`)]),
    );
    const items = Array.from({ length: 30_000 }, (_, at) => ({ at }));
    const wide = Object.fromEntries(items.map(({ at }) => [`k${at}`, at]));
    const many = (schema: JsonObject) => Array.from({ length: 5000 }, () => ({ ...schema }));
    const hostile: [JsonObject, JsonObject][] = [
      [{ $defs, properties: { a: { $ref: "#/$defs/d0" } } }, { a: "b" }],
      [{ $ref: "#" }, { a: "b" }],
      [{ properties: { a: { uniqueItems: true } } }, { a: items }],
      [{ allOf: many({ minProperties: 1 }) }, wide],
      [{ additionalProperties: { enum: ["x".repeat(1_000_000)] } }, wide],
      [{ allOf: many({ properties: { a: { maxLength: 1 } } }) }, { a: "b".repeat(1_000_000) }],
    ];
    for (const [schema, args] of hostile)
      expect(checkArguments(schema, args)).toMatchObject({ kind: "unchecked" });
    // What a server really sends is checked.
    const rows = { properties: { a: { items: { properties: { at: { type: "string" } } } } } };
    const checked = checkArguments(rows, { a: items.slice(0, 2000) });
    expect(checked.kind === "checked" && checked.faults.size).toBe(2000);
  });

  it("runs it where the caller can stop it, and reports the pattern", () => {
    const schema = { type: "object", properties: { a: { type: "string", pattern: "^a+$" } } };
    const checked = checkArguments(schema, { a: "b" }, { patterns: true });
    expect(checked).toEqual({
      kind: "checked",
      faults: new Map([["#/a", { kind: "pattern", want: "^a+$" }]]),
    });
    expect(hasPatterns(schema)).toBe(true);
    expect(hasPatterns({ type: "object", properties: { pattern: { type: "string" } } })).toBe(
      false,
    );
  });

  it("still checks an argument named pattern", () => {
    const schema = { type: "object", properties: { pattern: { type: "string", minLength: 2 } } };
    expect(faults(schema, { pattern: "a" })).toEqual({
      "#/pattern": { kind: "minLength", want: "2" },
    });
  });

  it("leaves the schema unchanged", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const before = JSON.stringify(schema);
    checkArguments(schema, {});
    expect(JSON.stringify(schema)).toBe(before);
  });

  it("reports a broken schema", () => {
    const schema = { type: "object", properties: { a: { $ref: "#/$defs/none" } } };
    expect(checkArguments(schema, { a: 1 })).toMatchObject({ kind: "unchecked" });
  });
});
