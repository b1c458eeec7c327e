// Calls of agents' tools, as their events tell of them: which events belong to one call, and what was decided about it.
import type { Verdict } from "#shared/agents/agent.ts";

/** The most calls that are remembered; the oldest go first. */
const CALLS_MAX = 5000;

export interface Call<Request = unknown> {
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
  /** The request that tells what became of it. */
  request: Request;
}

export class Calls<Known extends Call> {
  readonly #calls = new Set<Known>();

  add(call: Known): void {
    this.#calls.add(call);
    const [oldest] = this.#calls;
    if (this.#calls.size > CALLS_MAX && oldest !== undefined) this.#calls.delete(oldest);
  }

  /**
   * The call that the later one of two events is about: the oldest one of which only the earlier one has come. Taken once.
   * Null as well where it can be about calls with different verdicts.
   */
  pair(session: string, asks: string): Known | null {
    const [call, ...others] = [...this.#calls].filter(
      (one) =>
        one.session === session &&
        one.asks === asks &&
        !one.isPaired &&
        one.verdict !== null &&
        one.verdict.kind !== "reject",
    );
    const isOther = (one: Known): boolean =>
      one.verdict?.kind !== call?.verdict?.kind || one.isDecided !== call?.isDecided;
    if (call === undefined || others.some(isOther)) return null;
    call.isPaired = true;
    return call;
  }

  /** The call that has run, with its newest request: by its id, else the oldest one like it. It is forgotten. */
  ran(session: string, callId: string | null, same: string): Known | null {
    const isOf = (one: Known): boolean =>
      one.session === session && (callId === null || one.callId === null);
    const call =
      this.#find((one) => callId !== null && one.session === session && one.callId === callId) ??
      this.#find((one) => isOf(one) && one.same === same);
    if (call !== null) this.#calls.delete(call);
    return call;
  }

  /** Calls of a session that has ended, which are forgotten. */
  end(session: string): Known[] {
    const ended = [...this.#calls].filter((one) => one.session === session);
    for (const one of ended) this.#calls.delete(one);
    return ended;
  }

  #find(is: (call: Known) => boolean): Known | null {
    for (const call of this.#calls) if (is(call)) return call;
    return null;
  }
}
