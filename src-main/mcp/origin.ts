// The calls of ours that are open on one connection, and which of them a request of the server belongs
// to. Streamable HTTP tells (the POST whose stream carried it); elsewhere only counting helps.
import type { Origin, OriginCall } from "../../src-shared/sampling/sample.ts";
import type { CallListener } from "../services/ports.ts";
import { keyOf } from "./envelope.ts";
import type { RequestId } from "./envelope.ts";
import type { Source } from "./pipe.ts";

export interface OpenCall {
  call: OriginCall;
  listener: CallListener;
}

export class CallBook {
  readonly #open = new Map<string, OpenCall>();
  readonly #runOf = new Map<string, string>();

  opened(open: OpenCall): void {
    this.#open.set(open.call.runId, open);
  }

  /** The run's call went out under this id; a repeated call has several. */
  sentAs(runId: string, id: RequestId): void {
    this.#runOf.set(keyOf(id), runId);
  }

  ended(runId: string): void {
    this.#open.delete(runId);
    for (const [key, run] of this.#runOf) if (run === runId) this.#runOf.delete(key);
  }

  byRun(runId: string): OpenCall | undefined {
    return this.#open.get(runId);
  }

  /** Which call led to what came from there. */
  origin(from: Source): Origin {
    const certain = this.certain(from);
    if (certain !== undefined) return { kind: "certain", call: certain.call };
    const calls = [...this.#open.values()].map((open) => open.call);
    return calls.length === 0 ? { kind: "none" } : { kind: "ambiguous", calls };
  }

  /** The one call that it must have been, if it can be told. */
  certain(from: Source): OpenCall | undefined {
    const run = from.postId === null ? undefined : this.#runOf.get(keyOf(from.postId));
    if (run !== undefined) return this.#open.get(run);
    const [only, another] = this.#open.values();
    return another === undefined ? only : undefined;
  }
}

/** The runs that a request may belong to. */
export function runsOf(origin: Origin): string[] {
  switch (origin.kind) {
    case "certain":
      return [origin.call.runId];
    case "ambiguous":
      return origin.calls.map((call) => call.runId);
    case "none":
      return [];
  }
}
