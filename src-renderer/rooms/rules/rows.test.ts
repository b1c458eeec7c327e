import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { emptyRule } from "./ruleForm.ts";
import {
  imported,
  inserted,
  movedBefore,
  movedBy,
  placeFor,
  removed,
  replaced,
  rowsOf,
  switched,
} from "./rows.ts";

const rule = (id: string, name = id): Rule => ruleSchema.parse({ id, name, decide: "ask" });
const list = (ids: string): Rule[] => [...ids].map((id) => rule(id));
const ids = (rules: readonly Rule[] | null): string | null =>
  rules === null ? null : rules.map(({ id }) => id).join("");

describe("the order of rules", () => {
  it("moves a rule by one place, and not beyond the ends", () => {
    expect(ids(movedBy("b", 1)(list("abc")))).toBe("acb");
    expect(ids(movedBy("b", -1)(list("abc")))).toBe("bac");
    expect(movedBy("a", -1)(list("abc"))).toBeNull();
    expect(movedBy("c", 1)(list("abc"))).toBeNull();
    expect(movedBy("x", 1)(list("abc"))).toBeNull();
  });

  it("moves a rule before another, or to the end, and loses none", () => {
    expect(ids(movedBefore("a", "c")(list("abc")))).toBe("bac");
    expect(ids(movedBefore("c", "a")(list("abc")))).toBe("cab");
    expect(ids(movedBefore("a", null)(list("abc")))).toBe("bca");
    expect(movedBefore("a", "x")(list("abc"))).toBeNull();
    const letters = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { minLength: 2 });
    fc.assert(
      fc.property(letters, fc.nat(), fc.nat(), (all, one, other) => {
        const id = all[one % all.length] ?? "";
        const before = all[other % all.length] ?? "";
        const moved = movedBefore(id, before)(list(all.join("")));
        if (id === before) {
          expect(moved).toBeNull();
          return;
        }
        const order = ids(moved) ?? "";
        expect([...order].toSorted()).toEqual(all.toSorted());
        expect(order.indexOf(id)).toBe(order.indexOf(before) - 1);
      }),
    );
  });
});

describe("changes of the list", () => {
  it("saves a rule only over the version it was made from", () => {
    const [a, b] = [rule("a"), rule("b")];
    const mine = rule("a", "mine");
    expect(replaced(a, mine)([a, b])).toEqual([mine, b]);
    expect(replaced(a, mine)([rule("a", "theirs"), b])).toBeNull();
    expect(replaced(a, mine)([b])).toBeNull();
  });

  it("does not count a use of a rule as an edit", () => {
    const uses = (left: number): Rule => ({ ...rule("a"), holds: { kind: "uses", left } });
    expect(replaced(uses(9), rule("a", "mine"))([uses(3)])).toEqual([rule("a", "mine")]);
    expect(replaced(uses(9), rule("a", "mine"))([rule("a")])).toBeNull();
  });

  it("inserts, removes and toggles a rule, and reports a missing one", () => {
    expect(ids(inserted(rule("x"), 1)(list("ab")))).toBe("axb");
    expect(ids(inserted(rule("x"), 9)(list("ab")))).toBe("abx");
    expect(inserted(rule("a"), 0)(list("ab"))).toBeNull();
    expect(ids(removed("a")(list("ab")))).toBe("b");
    expect(removed("x")(list("ab"))).toBeNull();
    expect(switched("b", false)(list("ab"))?.map(({ on }) => on)).toEqual([true, false]);
    expect(switched("x", false)(list("ab"))).toBeNull();
  });

  it("imports rules: equal ids in their place, others at the end", () => {
    const taken = imported([rule("x"), rule("b", "theirs")])(list("abc"));
    expect(taken?.map(({ name }) => name)).toEqual(["a", "theirs", "c", "x"]);
  });
});

describe("placeFor", () => {
  const judged = (id: string, gate: "request" | "response") => ({
    atMs: 0,
    gate,
    rule: { id, name: id },
    decide: "ask" as const,
  });
  it("is before the rule that asked at this gate, otherwise at the end", () => {
    expect(placeFor(list("abc"), [], "request")).toBe(3);
    expect(placeFor(list("abc"), [judged("b", "request")], "request")).toBe(1);
    expect(placeFor(list("abc"), [judged("b", "request")], "response")).toBe(3);
    expect(placeFor(list("abc"), [judged("gone", "request")], "request")).toBe(3);
  });
});

describe("rowsOf", () => {
  it("shows new rules at their future places, without a number", () => {
    const draft = (at: number) => ({ from: null, typed: emptyRule(), at });
    const rows = rowsOf(list("abc"), { "new 1": draft(1), "new 2": draft(9), a: draft(0) });
    expect(rows.map(({ key, number }) => [key, number])).toEqual([
      ["a", 1],
      ["new 1", null],
      ["b", 2],
      ["c", 3],
      ["new 2", null],
    ]);
    expect(rows[0]?.draft).toBeDefined();
  });
});

it("shows a new rule in its place after saving, while it is typed", () => {
  const session = ruleSchema.parse({ ...rule("s"), holds: { kind: "session" } });
  const rules = [session, ...list("ab")];
  const draft = (at: number, holds: Rule["holds"]["kind"]) => ({
    from: null,
    at,
    typed: { ...emptyRule(), holds },
  });
  const keys = (...drafts: ReturnType<typeof draft>[]): string[] =>
    rowsOf(rules, Object.fromEntries(drafts.map((one, n) => [`new ${n}`, one]))).map(
      ({ key }) => key,
    );
  expect(keys(draft(2, "always"))).toEqual(["s", "a", "new 0", "b"]);
  expect(keys(draft(2, "session"))).toEqual(["s", "new 0", "a", "b"]);
  expect(keys(draft(0, "always"))).toEqual(["s", "new 0", "a", "b"]);
  expect(keys(draft(3, "thread"), draft(3, "always"))).toEqual(["s", "new 0", "a", "b", "new 1"]);
});
