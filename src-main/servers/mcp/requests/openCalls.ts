// Our open calls on one connection, and which of them caused a request of the server. Streamable HTTP tells (the POST
// whose stream carried it); with other transports it is only certain if a single call is open.
import type { Origin, OriginCall } from "#shared/request/life/heldRequest.ts";
import type { CallListener } from "../connectionSpec.ts";
import { keyOf } from "../wire/envelope.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import type { MessageSource } from "../transports/pipe.ts";

export interface OpenCall {
  call: OriginCall;
  listener: CallListener;
}

export class OpenCalls {
  readonly #open = new Map<string, OpenCall>();
  readonly #runOf = new Map<string, string>();
  readonly #answered = new Set<string>();

  opened(open: OpenCall): void {
    this.#open.set(open.call.runId, open);
  }

  /** The run's call was sent with this id; a repeated call has several ids. */
  sentAs(runId: string, id: JsonRpcId): void {
    this.#runOf.set(keyOf(id), runId);
  }

  ended(runId: string): void {
    this.#open.delete(runId);
    this.#answered.delete(runId);
    for (const [key, run] of this.#runOf) if (run === runId) this.#runOf.delete(key);
  }

  byRunId(runId: string): OpenCall | undefined {
    return this.#open.get(runId);
  }

  /**
   * The run's call got a response: what the server pushes after it, even in the same bytes, no longer belongs to it.
   * (With 2026-07-28 more rounds may follow, but then nothing is pushed.)
   */
  answered(runId: string): void {
    this.#answered.add(runId);
  }

  /**
   * Which call caused a request from this source. A POST's stream tells exactly, also that it was none of our calls;
   * otherwise any open call may have caused it (2025-11-25, client/sampling: a request belongs to a call of the
   * client).
   */
  origin(from: MessageSource): Origin {
    const calls = [...this.#open.values()]
      .map((open) => open.call)
      .filter(({ runId }) => !this.#answered.has(runId));
    if (from.postId !== null) {
      const run = this.#runOf.get(keyOf(from.postId));
      const call = calls.find(({ runId }) => runId === run);
      return call === undefined ? { kind: "none" } : { kind: "certain", call };
    }
    const [only, another] = calls;
    if (only === undefined) return { kind: "none" };
    if (another !== undefined) return { kind: "ambiguous", calls };
    return { kind: "certain", call: only, counted: true };
  }

  /** The one call that a log message must belong to, or undefined if that is uncertain. */
  certain(from: MessageSource): OpenCall | undefined {
    const run = from.postId === null ? undefined : this.#runOf.get(keyOf(from.postId));
    if (run !== undefined) return this.#open.get(run);
    const [only, another] = this.#open.values();
    return another === undefined ? only : undefined;
  }
}

/** True if the transport says which call it belongs to. */
export const isCertainOrigin = (origin: Origin): boolean =>
  origin.kind === "certain" && origin.counted !== true;

/** The runs that a request may belong to. */
export function runIdsOf(origin: Origin): string[] {
  switch (origin.kind) {
    case "certain":
      return [origin.call.runId];
    case "ambiguous":
      return origin.calls.map((call) => call.runId);
    case "none":
      return [];
  }
}

/** The open calls of several connections to one server as one origin: certain only where a single call is open. */
export function joinedOrigin(origins: readonly (Origin | undefined)[]): Origin {
  const calls = origins.flatMap((origin) =>
    origin?.kind === "certain" ? [origin.call] : origin?.kind === "ambiguous" ? origin.calls : [],
  );
  const [only, another] = calls;
  if (only === undefined) return { kind: "none" };
  return another === undefined
    ? { kind: "certain", call: only, counted: true }
    : { kind: "ambiguous", calls };
}
