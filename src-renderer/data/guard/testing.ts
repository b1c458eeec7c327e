// Held input and a clock controlled by the test.
import { DecisionGuard } from "./decisionGuard.ts";
import type { HeldInput, DecisionToken } from "./decisionGuard.ts";

export class TestInput implements HeldInput {
  held = false;
  nowMs = 0;
  readonly #timers = new Set<{ atMs: number; call: () => void }>();
  readonly #released = new Set<() => void>();

  isInputHeld = (): boolean => this.held;
  onAllReleased = (then: () => void): (() => void) => add(this.#released, then);
  after = (ms: number, then: () => void): (() => void) =>
    add(this.#timers, { atMs: this.nowMs + ms, call: then });

  press(): void {
    this.held = true;
  }

  release(): void {
    this.held = false;
    for (const then of Array.from(this.#released)) then();
  }

  pass(ms: number): void {
    this.nowMs += ms;
    for (const timer of Array.from(this.#timers)) {
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

/** A decision token, for tests of what it allows. */
export function testToken(): DecisionToken {
  const hand = new TestInput();
  const guard = new DecisionGuard(hand, 0, () => undefined);
  guard.start();
  hand.pass(1);
  const token = guard.takeToken();
  if (token === null) throw new Error("A free hand was not taken for one");
  return token;
}
