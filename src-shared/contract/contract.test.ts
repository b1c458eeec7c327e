// Main gets what was shown: checked, and otherwise unchanged, to the order of its fields.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { channels } from "./contract.ts";

const base = { revision: 0, hash: "" };
const decide = (decision: object) => channels["desk.decide"].args.safeParse(["s", base, decision]);

/** Any JSON of a wire; `__proto__` is refused elsewhere. */
const json = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !JSON.stringify(value).includes("__proto__"));
const members = fc.dictionary(
  fc.string().filter((name) => name !== "__proto__"),
  json,
);
/** An object with these fields among others, in any order. */
const shuffled = <T extends object>(needed: fc.Arbitrary<T>): fc.Arbitrary<object> =>
  fc.tuple(members, needed).chain(([others, own]) =>
    fc
      .shuffledSubarray(Object.entries({ ...others, ...own }), {
        minLength: Object.keys({ ...others, ...own }).length,
      })
      .map((entries) => Object.fromEntries(entries)),
  );
const block = shuffled(fc.record({ type: fc.string() }));
const content = fc.oneof(block, fc.array(block, { maxLength: 3 }));
const answer = shuffled(fc.record({ role: fc.string(), content, model: fc.string() }));
const message = shuffled(fc.record({ role: fc.string(), content }));

describe("an approved document", () => {
  it("arrives byte for byte, with any fields in any order", () => {
    fc.assert(
      fc.property(answer, (document) => {
        // A known field of a wrong type is rejected, which is not under test here.
        fc.pre(typeof Reflect.get(document, "stopReason") !== "object");
        const sent = { kind: "approve-response", attemptId: "a", document };
        const parsed = decide(sent);
        fc.pre(parsed.success);
        expect(JSON.stringify(parsed.data?.[2])).toBe(JSON.stringify(sent));
      }),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 3 }), (messages) => {
        const sent = { kind: "answer-by-hand", document: { maxTokens: 1, messages } };
        const parsed = decide(sent);
        expect(parsed.success).toBe(true);
        expect(JSON.stringify(parsed.data?.[2])).toBe(JSON.stringify(sent));
      }),
    );
  });

  it.each([
    { content: [], model: "m" },
    { role: "assistant", content: "text", model: "m" },
    { role: "assistant", content: [{ text: "no type" }], model: "m" },
    { role: "assistant", content: [], model: "m", stopReason: 1 },
    null,
  ])("is rejected when malformed: %j", (document) => {
    expect(decide({ kind: "approve-response", attemptId: "a", document }).success).toBe(false);
  });
});
