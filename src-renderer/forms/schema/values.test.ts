// A form's arguments: what is sent before anything is typed, and what an edit changes.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownValue } from "#shared/forms/field.ts";
import { readFields } from "#shared/forms/readFields.ts";
import type { Shape } from "#shared/forms/field.ts";
import type { Json } from "#shared/json.ts";
import {
  initialArguments,
  isFormSized,
  isShownBy,
  newRow,
  parseArguments,
  pointer,
  withField,
  withOthers,
} from "./values.ts";

describe("initialArguments", () => {
  it("has presets and what is certain, but no text, number or boolean that nobody chose", () => {
    const { fields } = readFields({
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
    expect(newRow({ kind: "text" })).toBe("");
    expect(newRow({ kind: "boolean" })).toBe(false);
    expect(newRow({ kind: "number", integer: true, minimum: 4 })).toBe(4);
    expect(newRow({ kind: "choice", choices: [{ value: "b", title: "B" }] })).toBe("b");
  });
});

describe("withField", () => {
  const name = fc.oneof(fc.string(), fc.constant("__proto__"), fc.constant("toString"));
  it("changes one own field and nothing else, whatever the name", () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), name, fc.jsonValue(), (raw, key, value) => {
        const before = JSON.parse(JSON.stringify(raw));
        const after = withField(before, key, JSON.parse(JSON.stringify(value)));
        expect(ownValue(after, key)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
        for (const other of Object.keys(before)) {
          if (other !== key) expect(ownValue(after, other)).toEqual(ownValue(before, other));
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

it("puts a new field before those that follow it in the form, and changes no other order", () => {
  const names = ["a", "b", "c"];
  expect(Object.keys(withField({ c: 1, z: 1 }, "a", 1, names))).toEqual(["a", "c", "z"]);
  expect(Object.keys(withField({ c: 1, a: 1 }, "b", 1, names))).toEqual(["b", "c", "a"]);
  expect(Object.keys(withField({ b: 1, a: 1 }, "b", 2, names))).toEqual(["b", "a"]);
});

it("leaves what has too many values to the JSON view", () => {
  const numbers = Array.from({ length: 998 }, (_, index) => index);
  expect(isFormSized({ numbers })).toBe(true);
  expect(isFormSized({ numbers, more: [1, 2] })).toBe(false);
  expect(
    isFormSized({ lists: Array.from({ length: 40 }, () => ({ of: numbers.slice(0, 40) })) }),
  ).toBe(false);
  expect(isFormSized({ long: Array.from({ length: 1_000_000 }, () => 0) })).toBe(false);
});

it("shows a value that the schema doesn't name", () => {
  const [a, ...others] = withOthers([{ name: "a", required: true, shape: { kind: "text" } }], {
    hidden: 1,
  });
  expect(a?.name).toBe("a");
  expect(others).toEqual([{ name: "hidden", required: false, shape: { kind: "json" } }]);
});

const ab = [
  { value: "a", title: "A" },
  { value: "b", title: "B" },
];

it.each<[Shape, Json[], Json[]]>([
  [{ kind: "text" }, ["", "1"], [1, null, ["a"]]],
  [{ kind: "number", integer: true }, [1, 1.5], ["1", null, true]],
  [{ kind: "boolean" }, [true, false], ["true", 1, null]],
  [{ kind: "choice", choices: ab }, ["a"], ["c", null, ["a"]]],
  [{ kind: "choices", choices: ab }, [[], ["b"], ["a", "b"]], [["b", "a"], ["a", "a"], ["c"], "a"]],
  [{ kind: "list", item: { kind: "text" } }, [[], [1]], [{}, "a", null]],
  [{ kind: "group", fields: [] }, [{}, { a: 1 }], [[], "a", null]],
])("knows which values an input of %j would show as something else", (shape, shown, not) => {
  expect(shown.filter((value) => !isShownBy(shape, value))).toEqual([]);
  expect(not.filter((value) => isShownBy(shape, value))).toEqual([]);
});
