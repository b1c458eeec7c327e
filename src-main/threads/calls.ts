// Calls between main and a thread, in both directions, using birpc. There are no timeouts here: the thread's owner
// has one, ends the thread and closes its calls, which are then rejected.
import type { MessagePort, Worker } from "node:worker_threads";
import { createBirpc } from "birpc";
import type { BirpcReturn } from "birpc";

/** The other side's functions. */
export type Calls<Theirs extends object> = BirpcReturn<Theirs>;

/** @param ours the functions that the thread may call */
export const callsTo = <Theirs extends object>(worker: Worker, ours: object): Calls<Theirs> =>
  createBirpc<Theirs>(ours as Record<string, unknown>, channel(worker));

/**
 * For use in the thread. An exception in a function ends the thread, as does a result that cannot be cloned.
 * @param ours the functions that main may call
 * @param moved the parts of a result that are transferred instead of copied
 */
export function mainProxy<Theirs extends object>(
  main: MessagePort | null,
  ours: object,
  moved?: (answer: unknown) => ArrayBuffer[],
): Calls<Theirs> {
  if (main === null) throw new Error("Not started as a thread");
  const options = { ...channel(main, moved), onGeneralError: thrown };
  return createBirpc<Theirs>(ours as Record<string, unknown>, options);
}

const channel = (
  port: Worker | MessagePort,
  moved: (answer: unknown) => ArrayBuffer[] = () => [],
) => ({
  post: (message: { r?: unknown }) => port.postMessage(message, moved(message.r)),
  on: (hear: (message: unknown) => void) => void port.on("message", hear),
  onFunctionError: thrown,
  timeout: -1,
});

/** Thrown outside of a promise, since Electron only warns of unhandled rejections. */
function thrown(error: Error): true {
  setImmediate(() => {
    throw error;
  });
  return true;
}
