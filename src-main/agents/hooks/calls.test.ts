import fc from "fast-check";
import { expect, it } from "vitest";
import { Calls } from "./calls.ts";
import type { Call } from "./calls.ts";

const call = (more: Partial<Call> = {}): Call => ({
  session: "s",
  same: "x",
  callId: null,
  isDecided: true,
  verdict: { kind: "allow" },
  asks: more.same ?? "x",
  isPaired: false,
  isAsked: false,
  request: null,
  ...more,
});

it("pairs by session and input, once each, oldest first, and nothing that was rejected or is open", () => {
  const calls = new Calls();
  const all = [
    call({ session: "other" }),
    call({ same: "y" }),
    call({ verdict: { kind: "reject", reason: "no" } }),
    call({ verdict: null }),
    call({ isPaired: true }),
    call({ callId: "1" }),
    call({ callId: "2" }),
  ];
  for (const one of all) calls.add(one);
  expect(calls.pair("s", "x")?.callId).toBe("1");
  expect(calls.pair("s", "x")?.callId).toBe("2");
  expect(calls.pair("s", "x")).toBeNull();
});

it("finds the call that ran by its id, and by its input only where no id says which", () => {
  const calls = new Calls();
  for (const one of [call({ callId: "1" }), call({ callId: "2", same: "y" }), call({ same: "z" })])
    calls.add(one);
  expect(calls.ran("s", "3", "x")).toBeNull();
  expect(calls.ran("s", "2", "x")?.same).toBe("y");
  expect(calls.ran("s", "3", "z")?.callId).toBeNull();
  expect(calls.ran("s", null, "x")?.callId).toBe("1");
  expect(calls.ran("s", "1", "x")).toBeNull();
});

it("no call is paired twice, and none is told of twice, in any order of events", () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          kind: fc.constantFrom("before" as const, "permission" as const, "after" as const),
          same: fc.constantFrom("x", "y"),
          id: fc.option(fc.constantFrom("1", "2", "3")),
        }),
        { maxLength: 60 },
      ),
      (events) => {
        const calls = new Calls();
        const [paired, ran] = [new Set<Call>(), new Set<Call>()];
        events.forEach(({ kind, same, id }) => {
          if (kind === "before") calls.add(call({ same, callId: id }));
          const found = kind === "permission" ? calls.pair("s", same) : calls.ran("s", id, same);
          if (kind === "before" || found === null) return;
          const seen = kind === "permission" ? paired : ran;
          expect(seen.has(found)).toBe(false);
          seen.add(found);
          if (kind === "permission") expect(found.same).toBe(same);
        });
        expect(calls.end("s").every((one) => !ran.has(one))).toBe(true);
      },
    ),
  ));
