// Reports the preparation of the files to the window before the features are open.
import { ok } from "#shared/outcome.ts";
import type { Preparing, PreparingView } from "#shared/contract/machine.ts";
import type { EarlyHandlers } from "../../ipc/dispatch.ts";

export class Preparation {
  readonly #tell: (told: PreparingView) => void;
  #now: PreparingView | null = null;

  /** @param tell called with every step */
  constructor(tell: (told: PreparingView) => void) {
    this.#tell = tell;
  }

  at(preparing: Preparing, language: PreparingView["language"]): void {
    this.#now = { preparing, language };
    this.#tell(this.#now);
  }

  /** Preparation ended or failed: windows that open later are not told about it. */
  over(): void {
    this.#now = null;
  }

  /** For a window that opens between two steps. */
  readonly handlers: EarlyHandlers = {
    "app.preparing": () => ok(this.#now),
  };
}
