// The canonical form follows the RFC wherever that has a rule; a different text is a different document.
import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical.ts";

describe("canonical JSON", () => {
  it("follows RFC 8785, sections 3.2.2 and 3.2.3", () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const sorted = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6 };
    expect(canonicalJson(sorted)).toBe('{"\\r":2,"1":4,"\u0080":6,"€":1,"😀":5,"\ufb33":3}');
  });

  it("agrees with another implementation of the RFC", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
    );
  });

  it("sorts fields that are named like indexes as any others, at every depth", () => {
    const names = fc.constantFrom("10", "9", "a", "\u20ac", "__proto__", "01");
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "medium" },
        fc.constantFrom(1, -0, "x", undefined),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc
          .uniqueArray(fc.tuple(names, tie("tree")), { selector: ([name]) => name })
          .map((fields) => Object.fromEntries(fields) as unknown),
      ),
    }));
    const bySpec = (value: unknown): string => {
      if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
      if (Array.isArray(value)) return `[${value.map(bySpec).join()}]`;
      const fields = Object.keys(value).sort();
      const written = fields.flatMap((name) => {
        const field = (value as Record<string, unknown>)[name];
        return field === undefined ? [] : [`${JSON.stringify(name)}:${bySpec(field)}`];
      });
      return `{${written.join()}}`;
    };
    fc.assert(
      fc.property(tree, (value) => {
        expect(canonicalJson(value)).toBe(bySpec(value));
      }),
    );
  });

  it("keeps lone surrogates apart instead of refusing them", () => {
    expect(canonicalJson({ text: "\ud83d" })).toBe('{"text":"\\ud83d"}');
    expect(canonicalJson("\ud83d")).not.toBe(canonicalJson("\ud83e"));
    expect(canonicalJson("\ud83d")).not.toBe(canonicalJson("\\ud83d"));
  });

  it("ignores absent fields", () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe(canonicalJson({ a: 1 }));
  });
});
