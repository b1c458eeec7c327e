// Whatever a hand does, a word is given only half a second after what is decided came up, and
// never while anything is held that was held then.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DecidingChannel } from "../../src-shared/ipc/contract.ts";
import { channels } from "../../src-shared/ipc/contract.ts";
import { Arm, GUARD_MS } from "./arm.ts";
import { TestHand } from "./testing.ts";

const armOf = (hand: TestHand): { arm: Arm; told: () => number } => {
  let count = 0;
  const arm = new Arm(hand, GUARD_MS, () => void (count += 1));
  return { arm, told: () => count };
};

describe("an arm", () => {
  it("is off until it is started, for half a second, and for good once it ended", () => {
    const hand = new TestHand();
    const { arm, told } = armOf(hand);
    hand.pass(GUARD_MS);
    expect(arm.take()).toBeNull();
    arm.start();
    hand.pass(GUARD_MS - 1);
    expect(arm.take()).toBeNull();
    hand.pass(1);
    expect(arm.take()).not.toBeNull();
    expect(told()).toBe(1);
    arm.end();
    hand.pass(10_000);
    hand.release();
    expect(arm.take()).toBeNull();
  });
  it("waits for what was held, and is not turned off by what is pressed once it is on", () => {
    const hand = new TestHand();
    hand.press();
    const { arm } = armOf(hand);
    arm.start();
    hand.pass(10 * GUARD_MS);
    expect(arm.take()).toBeNull();
    hand.release();
    expect(arm.isOn).toBe(true);
    hand.press();
    expect(arm.take()).not.toBeNull();
  });
  it("does nothing too soon", () => {
    const hand = new TestHand();
    const { arm } = armOf(hand);
    const done: string[] = [];
    arm.start();
    hand.pass(GUARD_MS - 1);
    arm.by(() => done.push("too soon"));
    hand.pass(1);
    arm.by(() => done.push("now"));
    expect(done).toEqual(["now"]);
  });

  it("gives its word only after half a second of a hand that was free at its end", () => {
    const step = fc.oneof(
      fc.constantFrom("press" as const, "release" as const, "other" as const),
      fc.integer({ min: 1, max: 700 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const hand = new TestHand();
        let { arm } = armOf(hand);
        arm.start();
        let sinceMs = hand.nowMs;
        let wasFree = false;
        const look = (): void => {
          if (hand.nowMs - sinceMs >= GUARD_MS && !hand.held) wasFree = true;
          expect(arm.take() !== null).toBe(wasFree);
        };
        for (const one of steps) {
          if (typeof one === "number") hand.pass(one);
          else if (one === "press") hand.press();
          else if (one === "release") hand.release();
          else {
            const before = arm;
            arm.end();
            ({ arm } = armOf(hand));
            arm.start();
            expect(before.take()).toBeNull();
            sinceMs = hand.nowMs;
            wasFree = false;
          }
          look();
        }
      }),
    );
  });
});

it("guards every channel by which something leaves, starts or ends at a person's word", () => {
  // Pinned: the type lets none of these be sent without that word.
  const guarded: Record<DecidingChannel, true> = {
    "desk.decide": true,
    "desk.refuseAll": true,
    "desk.refuseUnrecorded": true,
    "elicitations.answer": true,
    "rules.decideWaiting": true,
    "servers.confirm": true,
    "servers.fine": true,
  };
  for (const channel of Object.keys(guarded)) expect(channels).toHaveProperty([channel]);
});
