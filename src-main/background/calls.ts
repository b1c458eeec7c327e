// Calls between main and a thread of its own, both ways, by birpc. No call has a clock here: whoever keeps the thread has one,
// ends the thread, and closes its calls, which are rejected then.
import type { MessagePort, Worker } from "node:worker_threads";
import { createBirpc } from "birpc";
import type { BirpcReturn } from "birpc";

/** What the other side does, as functions here. */
export type Calls<Theirs extends object> = BirpcReturn<Theirs>;

/** @param ours what the thread may call here */
export const callsTo = <Theirs extends object>(worker: Worker, ours: object): Calls<Theirs> =>
  createBirpc<Theirs>(ours as Record<string, unknown>, channel(worker));

/**
 * In the thread. What is thrown in a function ends it, and so does an answer that cannot travel.
 * @param ours what main may call here
 * @param moved of an answer: what is moved to main in place of being copied
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

/** Outside of a promise, whose rejection Electron would only warn of. */
function thrown(error: Error): true {
  setImmediate(() => {
    throw error;
  });
  return true;
}
