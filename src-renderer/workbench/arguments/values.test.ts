// A form's arguments: what is sent before anything is typed, and what an edit changes.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readForm } from "./schema.ts";
import {
  initialArguments,
  ownField,
  newRow,
  parseArguments,
  pointer,
  withField,
} from "./values.ts";

describe("initialArguments", () => {
  it("has presets and what is certain, but no text, number or boolean that nobody chose", () => {
    const fields = readForm({
      type: "object",
      required: ["flag", "where", "tags", "text", "one"],
      properties: {
        text: { type: "string" },
        flag: { type: "boolean" },
        one: { const: 1 },
        maybe: { type: "boolean" },
        count: { type: "number", default: 0 },
        where: { type: "object", properties: { city: { type: "string", default: "Bern" } } },
        tags: { type: "array", items: { type: "string" } },
      },
    });
    expect(initialArguments(fields ?? [])).toEqual({
      one: 1,
      count: 0,
      where: { city: "Bern" },
      tags: [],
    });
  });

  it("gives a new row a value, because lists cannot have gaps", () => {
    expect(newRow({ kind: "string" })).toBe("");
    expect(newRow({ kind: "boolean" })).toBe(false);
    expect(newRow({ kind: "number", integer: true, minimum: 4 })).toBe(4);
    expect(newRow({ kind: "choice", choices: [{ value: "b", label: "B" }] })).toBe("b");
  });
});

describe("withField", () => {
  const name = fc.oneof(fc.string(), fc.constant("__proto__"), fc.constant("toString"));
  it("changes one own field and nothing else, whatever the name", () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), name, fc.jsonValue(), (raw, key, value) => {
        const before = JSON.parse(JSON.stringify(raw));
        const after = withField(before, key, JSON.parse(JSON.stringify(value)));
        expect(ownField(after, key)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
        for (const other of Object.keys(before)) {
          if (other !== key) expect(ownField(after, other)).toEqual(ownField(before, other));
        }
        const gone = withField(after, key, undefined);
        expect(Object.hasOwn(gone, key)).toBe(false);
        expect(Object.keys(gone)).toEqual(Object.keys(before).filter((other) => other !== key));
      }),
    );
  });
});

it("writes JSON pointers as the validator does", () => {
  expect(pointer(["a/b", 0, "c~d"])).toBe("#/a~1b/0/c~0d");
});

it("accepts only objects as arguments", () => {
  expect(parseArguments('{"a":1}')).toEqual({ kind: "object", value: { a: 1 } });
  expect(parseArguments("[1]")).toEqual({ kind: "not-object" });
  expect(parseArguments("{")).toMatchObject({ kind: "not-json" });
});
