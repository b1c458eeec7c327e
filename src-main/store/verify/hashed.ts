// Takes from the thread that hashes texts what it has found, waiting where it has to: verification goes on in one line.
import { MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type { CheckedContent } from "../../../src-shared/ledger/verifyContents.ts";
import type { HashingStart, HashingTold } from "./hashing.ts";

/** Fewer texts than this are hashed sooner than a thread is started. */
export const TEXTS_WORTH_A_THREAD = 20_000;

/** A thread that says nothing for so long does not work any more; before its first word it is done without it. */
const SILENT_MS = 60_000;
const BEGIN_MS = 15_000;

export interface Hashed {
  checked(): Iterable<CheckedContent>;
  close(): void;
}

/**
 * Begins at once.
 * @param entry the built entry of the thread
 * @param here the same done without a thread, where none can be had
 */
export function hashApart(
  entry: string | URL,
  { file, key }: { file: string; key: string | null },
  here: () => Iterable<CheckedContent>,
): Hashed {
  const { port1, port2 } = new MessageChannel();
  const said = new Int32Array(new SharedArrayBuffer(4));
  const start: HashingStart = { file, key, port: port2, said };
  const worker = new Worker(entry, {
    workerData: start,
    transferList: [port2],
    env: {},
    name: "hashing",
  });
  // What goes wrong with it shows by its silence; nobody hears events while rows are walked along.
  worker.on("error", () => undefined);
  worker.unref();
  return {
    *checked() {
      let told = next(port1, said, BEGIN_MS);
      if (told === null || told.kind === "failed") return yield* here();
      for (; told?.kind !== "all"; told = next(port1, said, SILENT_MS)) {
        if (told === null) throw new Error("the thread that hashes texts does not answer");
        if (told.kind === "failed") throw new Error(told.detail);
        yield* told.checked;
      }
    },
    close() {
      port1.close();
      void worker.terminate();
    },
  };
}

/** The next thing that is said; null where nothing comes. */
function next(port: MessagePort, said: Int32Array, silentMs: number): HashingTold | null {
  for (;;) {
    const before = Atomics.load(said, 0);
    const received = receiveMessageOnPort(port) as { message: HashingTold } | undefined;
    if (received !== undefined) return received.message;
    if (Atomics.wait(said, 0, before, silentMs) === "timed-out") return null;
  }
}
