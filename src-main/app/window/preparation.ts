// What the window hears before the desk is open: how far the files are.
import { ok } from "../../../src-shared/outcome.ts";
import type { Preparing, PreparingTold } from "../../../src-shared/ipc/machine.ts";
import type { EarlyHandlers } from "../../ipc/dispatch.ts";

export class Preparation {
  readonly #tell: (told: PreparingTold) => void;
  #now: PreparingTold | null = null;

  /** @param tell hears of every step */
  constructor(tell: (told: PreparingTold) => void) {
    this.#tell = tell;
  }

  at(preparing: Preparing, language: PreparingTold["language"]): void {
    this.#now = { preparing, language };
    this.#tell(this.#now);
  }

  /** The files are ready, or cannot be made so: a window that opens after this shows the desk, or why there is none. */
  over(): void {
    this.#now = null;
  }

  /** A window that opens between two steps asks where it is. */
  readonly handlers: EarlyHandlers = {
    "app.preparing": () => ok(this.#now),
  };
}
