// The half-second guard, the one way to a decision: off for half a second after what is decided came up, and
// until every key and button was released. What lets something leave asks for a `Leave`, and only an arm that is on gives
// one: button, key, palette and batch all come by here.

/** How long a decision is off after what is decided changed, in milliseconds. */
export const GUARD_MS = 500;

class Given {
  /** Makes the type one of its own: nothing else is taken for it. */
  readonly #by = "a hand that was free";
  toString(): string {
    return this.#by;
  }
}
/** The word of a person whose hand was free, for one gesture. `Arm.take` alone gives it. */
export type Leave = Given;

/** What an arm hears: the clock, and the hand. */
export interface Hand {
  isHeld: () => boolean;
  /** Told each time that the last key or button was released. */
  onReleased: (then: () => void) => () => void;
  after: (ms: number, then: () => void) => () => void;
}

/** Guards what is decided about one thing as it stands. Another thing, or the same one changed, takes another arm. */
export class Arm {
  readonly #hand: Hand;
  readonly #afterMs: number;
  readonly #told: () => void;
  #isOn = false;
  #stops: (() => void)[] = [];

  /** Off until it is started. @param told of every turn */
  constructor(hand: Hand, afterMs: number, told: () => void) {
    this.#hand = hand;
    this.#afterMs = afterMs;
    this.#told = told;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** The word for this gesture; null while the hand is not free, or where this is not what is shown any more. */
  take(): Leave | null {
    return this.#isOn ? new Given() : null;
  }

  /** Does it with that word, or not at all. */
  by(then: (leave: Leave) => void): void {
    const leave = this.take();
    if (leave !== null) then(leave);
  }

  /** From when it is in sight. */
  start(): void {
    let due = false;
    const arm = (): void => {
      if (!due || this.#isOn || this.#hand.isHeld()) return;
      this.#isOn = true;
      this.#told();
    };
    const timer = this.#hand.after(this.#afterMs, () => {
      due = true;
      arm();
    });
    this.#stops = [timer, this.#hand.onReleased(arm)];
  }

  /** It is not in sight any more. */
  end(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#isOn = false;
  }
}
