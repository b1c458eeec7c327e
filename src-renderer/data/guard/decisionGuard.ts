// The half-second guard, the only way to a decision: disabled for half a second after the content appears, and until
// every key and button has been released. Deciding channels require a `DecisionToken`, which only an enabled guard
// issues: buttons, keys, palette and batches all pass here.

/** How long a decision is disabled after its content changes, in milliseconds. */
export const GUARD_MS = 500;

class Given {
  /** A private field makes the type nominal: no other object is assignable to it. */
  readonly #by = "a hand that was free";
  toString(): string {
    return this.#by;
  }
}
/** Proof that the user's decision was not an accident, for one gesture. Only `DecisionGuard.takeToken` issues it. */
export type DecisionToken = Given;

/** The guard's inputs: the clock, and the keys and buttons that are down. */
export interface HeldInput {
  isInputHeld: () => boolean;
  /** Calls back each time the last key or button is released. */
  onAllReleased: (then: () => void) => () => void;
  after: (ms: number, then: () => void) => () => void;
}

/** Guards the decision about one version of one thing. Any other thing or version needs a new guard. */
export class DecisionGuard {
  readonly #hand: HeldInput;
  readonly #afterMs: number;
  readonly #told: () => void;
  #isOn = false;
  #stops: (() => void)[] = [];

  /**
   * Disabled until started.
   * @param told called on every change of `isOn`
   */
  constructor(hand: HeldInput, afterMs: number, told: () => void) {
    this.#hand = hand;
    this.#afterMs = afterMs;
    this.#told = told;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** The token for this gesture; null if keys are held or this is no longer what is shown. */
  takeToken(): DecisionToken | null {
    return this.#isOn ? new Given() : null;
  }

  /** Calls `then` with a token, or does nothing. */
  run(then: (token: DecisionToken) => void): void {
    const token = this.takeToken();
    if (token !== null) then(token);
  }

  /** Call when the content becomes visible. */
  start(): void {
    let due = false;
    const guard = (): void => {
      if (!due || this.#isOn || this.#hand.isInputHeld()) return;
      this.#isOn = true;
      this.#told();
    };
    const timer = this.#hand.after(this.#afterMs, () => {
      due = true;
      guard();
    });
    this.#stops = [timer, this.#hand.onAllReleased(guard)];
  }

  /** Call when the content is no longer visible. */
  end(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#isOn = false;
  }
}
