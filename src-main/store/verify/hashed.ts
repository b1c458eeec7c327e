// Verifies a ledger with threads that help: each takes the part that is next, and what they found is taken in its order,
// so that the verdict is the one that the same thread alone would give. This one does parts as well until they are there:
// the command cannot wait for what hashes short texts fastest (shortHash.ts), and the threads do.
import os from "node:os";
import { MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { checkedOf } from "../../../src-shared/ledger/verifyContents.ts";
import type {
  LedgerSource,
  CheckedContent,
  Watched,
} from "../../../src-shared/ledger/verification.ts";
import { cryptography } from "./cryptography.ts";
import { BEGUN, doPart, NEEDS_NOT, NEXT, partsOf, READS, SAID } from "./parts.ts";
import type { HashingStart, HashingTold, Part } from "./parts.ts";
import type { OpenLedger } from "./ledgerFile.ts";

/** Fewer parts than this are done sooner than a thread is started. */
const PARTS_WORTH_A_THREAD = 4;
/** More would read the same disk. */
const THREADS_MOST = 3;
/** A thread that says nothing for so long does not work any more: its part is done here. */
const SILENT_MS = 60_000;
const HASH_LETTERS = 64;

export interface Helped {
  source: LedgerSource;
  /** Ends the threads, once none reads any more. */
  close(): void;
}

/**
 * @param entry the built entry of the threads
 * @param ledger stays open until all is closed
 * @param threads how many may help; without it as the machine has processors
 */
export function withHelp(
  entry: string | URL,
  { file, key }: { file: string; key: string | null },
  ledger: OpenLedger,
  threads = Math.min(os.cpus().length, THREADS_MOST),
): Helped {
  if (threads < 1 || partsOf(ledger) < PARTS_WORTH_A_THREAD)
    return { source: ledger, close: () => undefined };
  let work: SharedWork | null = null;
  return {
    source: {
      ...ledger,
      *stretches(watched) {
        const start = { file, key, watched, reads: ledger.reads, head: ledger.head };
        work = new SharedWork(ledger, watched, startThreads(entry, start, threads));
        for (let index = 0; index < ledger.stretchCount; index += 1) {
          const part = work.part(index);
          if (part.kind !== "rows" || part.stretch === null) return;
          yield part.stretch;
        }
      },
      checked: () => checked(ledger, work),
    },
    close: () => work?.close(),
  };
}

function* checked(ledger: OpenLedger, work: SharedWork | null): Generator<CheckedContent> {
  const { stretchCount, blockCount } = ledger;
  let block = 0;
  while (block < blockCount) {
    const part = work?.part(stretchCount + block);
    if (part?.kind !== "texts") break;
    if ("whole" in part) yield* wholeIn(part.whole);
    else if (part.checked === null) break;
    else yield* part.checked;
    block += 1;
  }
  yield* checkedOf({ ...ledger, contents: () => ledger.contents(block) }, cryptography);
}

function* wholeIn(commitments: string): Generator<CheckedContent> {
  for (let at = 0; at < commitments.length; at += HASH_LETTERS) {
    const commitment = commitments.slice(at, at + HASH_LETTERS);
    yield { commitment, state: "whole", forgottenMs: null };
  }
}

interface Threads {
  shared: Int32Array;
  helpers: { worker: Worker; port: MessagePort; own: number; ended: boolean }[];
}

function startThreads(
  entry: string | URL,
  start: Omit<HashingStart, "shared" | "own" | "port">,
  count: number,
): Threads {
  const shared = new Int32Array(new SharedArrayBuffer(4 * (BEGUN + count)));
  const helpers = Array.from({ length: count }, (_one, n) => {
    const own = BEGUN + n;
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(entry, {
      workerData: { ...start, shared, own, port: port2 } satisfies HashingStart,
      transferList: [port2],
      env: {},
      name: "hashing",
    });
    // What goes wrong with it shows by its silence; nobody hears events while rows are walked along.
    worker.on("error", () => undefined);
    worker.unref();
    return { worker, port: port1, own, ended: false };
  });
  return { shared, helpers };
}

/** Hands out what each part gives, in any order, whoever did it. */
class SharedWork {
  readonly #ledger: OpenLedger;
  readonly #watched: Watched;
  readonly #threads: Threads;
  readonly #parts: number;
  readonly #done = new Map<number, Part>();
  /** The threads are silent: what is left is done here. */
  #alone = false;

  constructor(ledger: OpenLedger, watched: Watched, threads: Threads) {
    this.#ledger = ledger;
    this.#watched = watched;
    this.#threads = threads;
    this.#parts = partsOf(ledger);
  }

  /** What this part gives: waits for it where another does it. */
  part(index: number): Part {
    const { shared, helpers } = this.#threads;
    for (;;) {
      const said = Atomics.load(shared, SAID);
      this.#hear();
      const done = this.#done.get(index);
      if (done !== undefined) {
        this.#done.delete(index);
        return done;
      }
      const alone = this.#alone || helpers.every(({ ended }) => ended);
      const next = alone || said === 0 ? Atomics.add(shared, NEXT, 1) : this.#parts;
      if (next < this.#parts) this.#done.set(next, doPart(this.#ledger, next, this.#watched));
      else if (alone) return doPart(this.#ledger, index, this.#watched);
      else this.#alone = Atomics.wait(shared, SAID, said, SILENT_MS) === "timed-out";
    }
  }

  /** Waits for those that read still. One that is silent is left to itself: it is not to be broken off. */
  close(): void {
    const { shared, helpers } = this.#threads;
    Atomics.store(shared, NEXT, this.#parts);
    const reading = helpers.filter(
      ({ own }) => Atomics.compareExchange(shared, own, 0, NEEDS_NOT) === READS,
    );
    for (;;) {
      const said = Atomics.load(shared, SAID);
      this.#hear();
      if (reading.every(({ ended }) => ended)) break;
      if (Atomics.wait(shared, SAID, said, SILENT_MS) === "timed-out") break;
    }
    for (const helper of helpers) {
      helper.port.close();
      if (helper.ended || !reading.includes(helper)) void helper.worker.terminate();
    }
  }

  #hear(): void {
    for (const helper of this.#threads.helpers) {
      for (let told = received(helper.port); told !== null; told = received(helper.port)) {
        if (told.kind === "part") this.#done.set(told.index, told.part);
        else helper.ended = true;
      }
    }
  }
}

const received = (port: MessagePort): HashingTold | null =>
  (receiveMessageOnPort(port) as { message: HashingTold } | undefined)?.message ?? null;
