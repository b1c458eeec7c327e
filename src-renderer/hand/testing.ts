// A hand and a clock that a test moves.
import { Arm } from "./arm.ts";
import type { Hand, Leave } from "./arm.ts";

export class TestHand implements Hand {
  held = false;
  nowMs = 0;
  readonly #timers = new Set<{ atMs: number; call: () => void }>();
  readonly #released = new Set<() => void>();

  isHeld = (): boolean => this.held;
  onReleased = (then: () => void): (() => void) => add(this.#released, then);
  after = (ms: number, then: () => void): (() => void) =>
    add(this.#timers, { atMs: this.nowMs + ms, call: then });

  press(): void {
    this.held = true;
  }

  release(): void {
    this.held = false;
    for (const then of [...this.#released]) then();
  }

  pass(ms: number): void {
    this.nowMs += ms;
    for (const timer of [...this.#timers]) {
      if (timer.atMs > this.nowMs) continue;
      this.#timers.delete(timer);
      timer.call();
    }
  }
}

function add<T>(to: Set<T>, what: T): () => void {
  to.add(what);
  return () => to.delete(what);
}

/** The word of a hand that is free, for tests of what it lets happen. */
export function freeLeave(): Leave {
  const hand = new TestHand();
  const arm = new Arm(hand, 0, () => undefined);
  arm.start();
  hand.pass(1);
  const leave = arm.take();
  if (leave === null) throw new Error("A free hand was not taken for one");
  return leave;
}
