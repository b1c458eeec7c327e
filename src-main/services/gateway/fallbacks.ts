// What is learnt of a host before an older server: whether it falls back to `initialize`.
import type { HostFallback, Wrap } from "./gatewayPorts.ts";

/** After so many refusals in a row, a host that once fell back no longer does. */
const REFUSALS_MAX = 10;

/** Kept with the entry that the host uses. `save` writes the entries. */
export class Fallbacks {
  readonly #save: () => void;
  readonly #refusals = new Map<string, number>();

  constructor(save: () => void) {
    this.#save = save;
  }

  of(wrap: Wrap): HostFallback {
    return {
      isExpected: (host) => wrap.fallback?.host !== host || wrap.fallback.isSeen,
      refused: (host) => {
        const known = wrap.fallback;
        const refusals = (this.#refusals.get(wrap.id) ?? 0) + 1;
        this.#refusals.set(wrap.id, refusals);
        if (known?.host === host && (!known.isSeen || refusals < REFUSALS_MAX)) return;
        wrap.fallback = { host, isSeen: false };
        this.#save();
      },
      initialized: (host) => {
        this.#refusals.delete(wrap.id);
        if (wrap.fallback?.host !== host || wrap.fallback.isSeen) return;
        wrap.fallback = { host, isSeen: true };
        this.#save();
      },
    };
  }
}
