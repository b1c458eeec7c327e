// Which requests are turns of one originating call.
import type { OriginCall, Sample } from "./sample.ts";

/** What is needed of a sample to place it in a thread. */
export type Threadable = Pick<Sample, "id" | "origin" | "receivedAtMs" | "turn"> & {
  asker: Pick<Sample["asker"], "serverId">;
};

export interface Thread<S extends Threadable = Sample> {
  /** The run's id, or the sample's own when it stands alone. */
  id: string;
  /** The call that all of them belong to; null when that is not certain. */
  call: OriginCall | null;
  /**
   * In the order in which they came, each with its turn, counted from 1 over the whole call. Requests that came
   * in one result share their turn.
   */
  turns: { sample: S; turn: number }[];
}

/**
 * Groups samples by the call that led to them, where that is certain; a sample of an uncertain or no
 * call stands alone. Threads come in the order of their first request. A request for tool results is a
 * new turn of the same call, as is any other request the call makes.
 */
export function threadsOf<S extends Threadable>(samples: readonly S[]): Thread<S>[] {
  const threads = new Map<string, Thread<S>>();
  for (const sample of [...samples].sort((a, b) => a.receivedAtMs - b.receivedAtMs)) {
    const call = sample.origin.kind === "certain" ? sample.origin.call : null;
    const key =
      call === null ? `sample ${sample.id}` : `run ${sample.asker.serverId} ${call.runId}`;
    const thread = threads.get(key) ?? { id: call?.runId ?? sample.id, call, turns: [] };
    // Turns that were dismissed are gone from the list, but the count goes on.
    const turn = (call === null ? undefined : sample.turn) ?? (thread.turns.at(-1)?.turn ?? 0) + 1;
    thread.turns.push({ sample, turn });
    threads.set(key, thread);
  }
  return [...threads.values()];
}
