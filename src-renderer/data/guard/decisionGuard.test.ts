// Whatever the input, a token is issued only half a second after the decision appeared, and never while any key or
// button that was down then is still down.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DecidingChannel } from "#shared/contract/contract.ts";
import { channels } from "#shared/contract/contract.ts";
import { DecisionGuard, GUARD_MS } from "./decisionGuard.ts";
import { TestInput } from "./testing.ts";

const guardOf = (hand: TestInput): { guard: DecisionGuard; told: () => number } => {
  let count = 0;
  const guard = new DecisionGuard(hand, GUARD_MS, () => void (count += 1));
  return { guard, told: () => count };
};

describe("a guard", () => {
  it("is off until it is started, on after half a second, and off for good once it ended", () => {
    const hand = new TestInput();
    const { guard, told } = guardOf(hand);
    hand.pass(GUARD_MS);
    expect(guard.takeToken()).toBeNull();
    guard.start();
    hand.pass(GUARD_MS - 1);
    expect(guard.takeToken()).toBeNull();
    hand.pass(1);
    expect(guard.takeToken()).not.toBeNull();
    expect(told()).toBe(1);
    guard.end();
    hand.pass(10_000);
    hand.release();
    expect(guard.takeToken()).toBeNull();
  });
  it("waits for held inputs, and stays on whatever is pressed later", () => {
    const hand = new TestInput();
    hand.press();
    const { guard } = guardOf(hand);
    guard.start();
    hand.pass(10 * GUARD_MS);
    expect(guard.takeToken()).toBeNull();
    hand.release();
    expect(guard.isOn).toBe(true);
    hand.press();
    expect(guard.takeToken()).not.toBeNull();
  });
  it("does nothing too early", () => {
    const hand = new TestInput();
    const { guard } = guardOf(hand);
    const done: string[] = [];
    guard.start();
    hand.pass(GUARD_MS - 1);
    guard.run(() => done.push("too soon"));
    hand.pass(1);
    guard.run(() => done.push("now"));
    expect(done).toEqual(["now"]);
  });

  it("gives its token only after half a second without held inputs at the end", () => {
    const step = fc.oneof(
      fc.constantFrom("press" as const, "release" as const, "other" as const),
      fc.integer({ min: 1, max: 700 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const hand = new TestInput();
        let { guard } = guardOf(hand);
        guard.start();
        let sinceMs = hand.nowMs;
        let wasFree = false;
        const look = (): void => {
          if (hand.nowMs - sinceMs >= GUARD_MS && !hand.held) wasFree = true;
          expect(guard.takeToken() !== null).toBe(wasFree);
        };
        for (const one of steps) {
          if (typeof one === "number") hand.pass(one);
          else if (one === "press") hand.press();
          else if (one === "release") hand.release();
          else {
            const before = guard;
            guard.end();
            ({ guard } = guardOf(hand));
            guard.start();
            expect(before.takeToken()).toBeNull();
            sinceMs = hand.nowMs;
            wasFree = false;
          }
          look();
        }
      }),
    );
  });
});

it("guards every channel by which the user sends, starts or ends something", () => {
  // Pinned: the types let none of these be sent without a token.
  const guarded: Record<DecidingChannel, true> = {
    "desk.decide": true,
    "desk.refuseAll": true,
    "desk.refuseUnrecorded": true,
    "rules.decideWaiting": true,
    "servers.confirm": true,
    "servers.acceptIdentity": true,
  };
  for (const channel of Object.keys(guarded)) expect(channels).toHaveProperty([channel]);
});
