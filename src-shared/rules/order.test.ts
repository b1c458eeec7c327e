// A rule takes the place that was announced.
import fc from "fast-check";
import { expect, it } from "vitest";
import { inOrder, placeInOrder } from "./order.ts";
import { ruleSchema } from "./rule.ts";
import type { Rule, RuleDuration } from "./rule.ts";

const HOLDS: Record<"always" | "session" | "thread", RuleDuration> = {
  always: { kind: "always" },
  session: { kind: "session" },
  thread: { kind: "thread", thread: "run" },
};
const rule = (id: string, holds: RuleDuration): Rule =>
  ruleSchema.parse({ id, name: id, decide: "ask", holds });

it("puts rules of the session first, the newest at the top", () => {
  const rules = [rule("a", HOLDS.always), rule("s", HOLDS.session), rule("b", HOLDS.always)];
  expect(inOrder(rules).map(({ id }) => id)).toEqual(["s", "a", "b"]);
  const file = [rule("a", HOLDS.always), rule("b", HOLDS.always)];
  expect(placeInOrder(file, 2, "session")).toBe(0);
  expect(placeInOrder(file, 2, "always")).toBe(2);
});

it("gives the place of a moved rule, in any list", () => {
  const kind = fc.constantFrom("always", "session", "thread");
  fc.assert(
    fc.property(fc.array(kind), fc.nat(12), kind, (kinds, from, holds) => {
      const rules = kinds.map((one, index) => rule(`r${index}`, HOLDS[one]));
      const at = Math.min(from, rules.length);
      const list = [...rules.slice(0, at), rule("new", HOLDS[holds]), ...rules.slice(at)];
      const place = inOrder(list).findIndex(({ id }) => id === "new");
      expect(placeInOrder(rules, at, holds)).toBe(place);
    }),
  );
});
