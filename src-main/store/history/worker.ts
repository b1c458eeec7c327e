// The thread of the history: hears what is asked and answers it; in between it reads what the ledger has grown by.
import { parentPort, workerData } from "node:worker_threads";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type {
  HistoryAsk,
  HistoryRead,
  HistoryReads,
  HistoryStart,
  HistoryTold,
} from "../../services/historyPorts.ts";
import { RunningDryRun } from "./dryRun/running.ts";
import { HistoryRoom } from "./room.ts";

/** The longest that a read waits for the work on a backlog, in milliseconds. */
const SLICE_MS = 12;
/** What happens at once is read together. */
const SOON_MS = 30;
/** The window hears of progress so often. */
const TELL_MS = 200;
/** After a failure, and while there is no ledger yet. */
const AGAIN_MS = 3000;

const start = workerData as HistoryStart;
const room = new HistoryRoom(start.files, () => performance.now());
let timer: NodeJS.Timeout | null = null;
let toldAtMs = Number.NEGATIVE_INFINITY;
let told = "";
let closed = false;
/** It works on a backlog, a slice a turn of the loop. */
let busy = false;

const tell = (what: HistoryTold, move: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(what, move);

const dryRun = new RunningDryRun(
  (running) => tell({ kind: "dry-running", running }),
  () => performance.now(),
);

/** Says how far it is, where that is new. */
function tellView(): void {
  toldAtMs = performance.now();
  const view = room.view();
  const said = JSON.stringify(view);
  if (said !== told) tell({ kind: "moved", view });
  told = said;
}

function work(): void {
  timer = null;
  if (closed) return;
  const done = room.step(SLICE_MS);
  busy = done === "more";
  if (!busy || performance.now() - toldAtMs > TELL_MS) tellView();
  // Messages that came meanwhile are heard first.
  if (busy) setImmediate(work);
  else if (done === "later") later(AGAIN_MS);
}

function later(ms: number): void {
  if (timer !== null) clearTimeout(timer);
  timer = closed || busy ? null : setTimeout(work, ms);
}

type Read = Exclude<HistoryRead, "dryRun">;

function answer(name: Read, args: readonly unknown[]): Outcome<unknown, Failure> {
  // The port pairs each name with its arguments.
  const read = room[name] as (...args: unknown[]) => Outcome<unknown, Failure>;
  return read.apply(room, [...args]);
}

parentPort?.on("message", (ask: HistoryAsk) => {
  switch (ask.kind) {
    case "read": {
      const { id, read, args } = ask;
      if (read === "dryRun") {
        const [of] = args as HistoryReads["dryRun"]["args"];
        return dryRun.start(
          () => room.beginDryRun(of),
          (outcome) => tell({ kind: "answer", id, outcome }),
        );
      }
      const outcome = answer(read, args);
      // What was thrown away is built again, also where nothing new is written.
      if (!outcome.ok && outcome.failure.kind === "history-unavailable") later(AGAIN_MS);
      const { value } = outcome.ok ? outcome : { value: null };
      const bytes: unknown = Object(value)["bytes"];
      const move = bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : [];
      return tell({ kind: "answer", id, outcome }, move);
    }
    case "stop-dry-run":
      return dryRun.cancel();
    case "appended":
      return later(SOON_MS);
    case "close":
      closed = true;
      if (timer !== null) clearTimeout(timer);
      room.close();
      parentPort?.close();
  }
});

work();
