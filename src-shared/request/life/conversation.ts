// Groups requests into conversations by the call that led to them.
import type { OriginCall, Sample } from "./heldRequest.ts";

/** The fields of a sample that grouping needs. */
export type Threadable = Pick<Sample, "id" | "origin" | "receivedAtMs" | "turn"> & {
  asker: Pick<Sample["asker"], "serverId">;
};

export interface Thread<S extends Threadable = Sample> {
  /** The call's `runId`, or the id of a sample without a certain call. */
  id: string;
  /** The call that all of them belong to; null when that is not certain. */
  call: OriginCall | null;
  /** In order of arrival, with turns counted from 1 over the whole call. Requests of one result share a turn. */
  turns: { sample: S; turn: number }[];
}

/**
 * Groups samples by the call that led to them, in the order of each group's first request. A sample without a certain
 * call is a group of its own. Every request of a call, one with tool results too, is a new turn.
 */
export function threadsOf<S extends Threadable>(samples: readonly S[]): Thread<S>[] {
  const threads = new Map<string, Thread<S>>();
  for (const sample of [...samples].sort((a, b) => a.receivedAtMs - b.receivedAtMs)) {
    const call = sample.origin.kind === "certain" ? sample.origin.call : null;
    const key =
      call === null ? `sample ${sample.id}` : `run ${sample.asker.serverId} ${call.runId}`;
    const thread = threads.get(key) ?? { id: call?.runId ?? sample.id, call, turns: [] };
    // Dismissed turns are not in the list, so a turn's own number comes first.
    const turn = (call === null ? undefined : sample.turn) ?? (thread.turns.at(-1)?.turn ?? 0) + 1;
    thread.turns.push({ sample, turn });
    threads.set(key, thread);
  }
  return [...threads.values()];
}
