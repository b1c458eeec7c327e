// The thread of the history: hears what is asked and answers it; in between it reads what the ledger has grown by.
import { parentPort, workerData } from "node:worker_threads";
import { fail } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import { mainProxy } from "../background/calls.ts";
import type {
  HistoryCalls,
  HistoryRead,
  HistoryQueries,
  HistoryStart,
  HistoryPushes,
} from "../services/record/historyPorts.ts";
import { leftDatabases } from "../store/ending.ts";
import { RunningDryRun } from "../store/history/dryRun/running.ts";
import { HistoryRoom } from "../store/history/room.ts";

/** The longest that a read waits for the work on a backlog, in milliseconds. */
const SLICE_MS = 12;
/** The window hears of progress so often. */
const TELL_MS = 200;
/** The longest that a read which is to be up to date waits for that. */
const CATCH_UP_MS = 200;
/**
 * So long after the start, once nothing is left to be read, the list that the history opens with is made ready: the user
 * who opens it first would wait until a file of hundreds of megabytes has been read. Late enough for a start not to feel it.
 */
const WARM_MS = 1500;
/** After a failure, and while there is no ledger yet. */
const AGAIN_MS = 3000;

const start = workerData as HistoryStart;
const room = new HistoryRoom(start.files, () => performance.now());
let timer: NodeJS.Timeout | null = null;
let dueAtMs = 0;
let toldAtMs = Number.NEGATIVE_INFINITY;
let told = "";
let closed = false;
/** It works on a backlog, a slice a turn of the loop. */
let busy = false;
let warmed: NodeJS.Timeout | null = null;

const dryRun = new RunningDryRun(
  (running) => void main.dryRunning.asEvent(running),
  () => performance.now(),
);

/** Says how far it is, where that is new. */
function tellView(): void {
  toldAtMs = performance.now();
  const view = room.view();
  const said = JSON.stringify(view);
  if (said !== told) void main.moved.asEvent(view);
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
  else warmed ??= setTimeout(() => closed || busy || room.warm(), WARM_MS);
}

/** Works within so long: what is said while that is awaited does not put it off. */
function later(ms: number): void {
  const atMs = performance.now() + ms;
  if (closed || busy || (timer !== null && dueAtMs <= atMs)) return;
  if (timer !== null) clearTimeout(timer);
  dueAtMs = atMs;
  timer = setTimeout(work, ms);
}

/** What the user asks for holds what they did before they asked. */
const TO_DATE: ReadonlySet<HistoryRead> = new Set<HistoryRead>(["find", "propose"]);

/** Reads what was appended since, unless that is much: then the view says how far it is. The work goes on as planned. */
function catchUp(): void {
  if (!busy && timer === null) return;
  const untilMs = performance.now() + CATCH_UP_MS;
  while (room.isNear && performance.now() < untilMs && room.step(SLICE_MS) === "more");
}

type Read = Exclude<HistoryRead, "dryRun">;

function answer(name: Read, args: readonly unknown[]): Outcome<unknown, Failure> {
  // The port pairs each name with its arguments.
  const read = room[name] as (...args: unknown[]) => Outcome<unknown, Failure>;
  return read.apply(room, [...args]);
}

/** The bytes of a medium, which are moved. */
function bytesIn(outcome: unknown): ArrayBuffer[] {
  const bytes: unknown = Object(Object(outcome)["value"])["bytes"];
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : [];
}

const calls: HistoryCalls = {
  async read(read, args) {
    if (closed) return fail({ kind: "history-unavailable", detail: "closed" });
    if (read === "dryRun") {
      catchUp();
      const [of] = args as HistoryQueries["dryRun"]["args"];
      return new Promise((resolve) => dryRun.start(() => room.beginDryRun(of), resolve));
    }
    if (TO_DATE.has(read)) catchUp();
    const outcome = answer(read, args);
    // What was thrown away is built again, also where nothing new is written.
    if (!outcome.ok && outcome.failure.kind === "history-unavailable") later(AGAIN_MS);
    return outcome;
  },
  stopDryRun: () => dryRun.cancel(),
  appended: () => later(0),
  close() {
    closed = true;
    if (timer !== null) clearTimeout(timer);
    if (warmed !== null) clearTimeout(warmed);
    dryRun.end();
    room.close();
    // Main ends it: it would not always end by itself.
    leftDatabases();
  },
};
const main = mainProxy<HistoryPushes>(parentPort, calls, bytesIn);

work();
