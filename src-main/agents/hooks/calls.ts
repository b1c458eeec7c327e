// Calls of agents' tools, as their events tell of them: which events belong to one call, and what was decided about it.
import type { Verdict } from "#shared/agents/agent.ts";
import type { RequestHandle } from "../../core/ports.ts";

/** The most calls that are remembered; the oldest go first. */
const CALLS_MAX = 5000;

export interface Call {
  /** The agent's entry and its session. */
  session: string;
  /** The tool and its input, hashed; after an edit, the input as it was allowed. */
  same: string;
  /** The same, as far as both of its events tell it. */
  asks: string;
  /** Null where the agent does not say it. */
  callId: string | null;
  /** Decided by the user or by a rule of the user, not let pass by a choice: an equal question gets the same verdict. */
  isDecided: boolean;
  /** Null until there is one. */
  verdict: Verdict | null;
  /** The later one of its two events has come. */
  isPaired: boolean;
  /** The agent's own question about it has come. */
  isAsked: boolean;
  /** The request that tells what became of it; null before there is one. */
  request: RequestHandle | null;
  /** What it was approved to make of its files. */
  expected?: Expected[];
  /** The tool as the gateway counts its calls, where the call is left to it. */
  relay?: string;
}

/** A file as it is after the call. */
export interface Expected {
  path: string;
  /** SHA-256 (hex); null: it is deleted. */
  sha256: string | null;
}

export class Calls {
  readonly #calls = new Set<Call>();

  add(call: Call): void {
    this.#calls.add(call);
    const [oldest] = this.#calls;
    if (this.#calls.size > CALLS_MAX && oldest !== undefined) this.#calls.delete(oldest);
  }

  /**
   * The call that the later one of two events is about: the oldest one of which only the earlier one has come. Taken once.
   * Null as well where it can be about calls with different verdicts.
   */
  pair(session: string, asks: string): Call | null {
    const [call, ...others] = [...this.#calls].filter(
      (one) =>
        one.session === session &&
        one.asks === asks &&
        !one.isPaired &&
        one.verdict !== null &&
        one.verdict.kind !== "reject",
    );
    const isOther = (one: Call): boolean =>
      one.verdict?.kind !== call?.verdict?.kind || one.isDecided !== call?.isDecided;
    if (call === undefined || others.some(isOther)) return null;
    call.isPaired = true;
    return call;
  }

  /** The call that has run, with its newest request: by its id, else the oldest one like it. It is forgotten. */
  ran(session: string, callId: string | null, same: string): Call | null {
    const isOf = (one: Call): boolean =>
      one.session === session && (callId === null || one.callId === null);
    const call =
      this.#find((one) => callId !== null && one.session === session && one.callId === callId) ??
      this.#find((one) => isOf(one) && one.same === same);
    if (call !== null) this.#calls.delete(call);
    return call;
  }

  /** Calls of a session that has ended, which are forgotten. */
  end(session: string): Call[] {
    const ended = [...this.#calls].filter((one) => one.session === session);
    for (const one of ended) this.#calls.delete(one);
    return ended;
  }

  #find(is: (call: Call) => boolean): Call | null {
    for (const call of this.#calls) if (is(call)) return call;
    return null;
  }
}
