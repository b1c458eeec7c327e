// Entry of the history thread: answers queries and, between them, indexes what was appended to the ledger.
import { setImmediate as turn } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { DryRun } from "#shared/contract/rules.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { mainProxy } from "../threads/calls.ts";
import type {
  DryRunOf,
  HistoryCalls,
  HistoryRead,
  HistoryQueries,
  HistoryStart,
  HistoryPushes,
} from "../history/historyPorts.ts";
import { leftDatabases } from "../store/ending.ts";
import { HistoryRoom } from "../history/index/room.ts";

/** The longest that indexing delays a query, in milliseconds. */
const SLICE_MS = 12;
/** Interval of progress messages, in milliseconds. */
const TELL_MS = 200;
/** The longest that a query for current results waits for indexing, in milliseconds. */
const CATCH_UP_MS = 200;
/**
 * Delay after indexing has caught up before the history's first list is read ahead: otherwise the first visit waits
 * while a file of hundreds of megabytes is read. Late enough not to slow the start.
 */
const WARM_MS = 1500;
/** Retry interval after a failure and while there is no ledger yet. */
const AGAIN_MS = 3000;

const start = workerData as HistoryStart;
const room = new HistoryRoom(start.files, () => performance.now());
let timer: NodeJS.Timeout | null = null;
let dueAtMs = 0;
let toldAtMs = Number.NEGATIVE_INFINITY;
let told = "";
let closed = false;
/** Indexing a backlog, one slice per turn of the loop. */
let busy = false;
let warmed: NodeJS.Timeout | null = null;

/** Sends the view if it changed. */
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
  // Lets messages be handled between slices.
  if (busy) setImmediate(work);
  else if (done === "later") later(AGAIN_MS);
  else warmed ??= setTimeout(() => closed || busy || room.warm(), WARM_MS);
}

/** Schedules work within `ms`; does not postpone work that is due earlier. */
function later(ms: number): void {
  const atMs = performance.now() + ms;
  if (closed || busy || (timer !== null && dueAtMs <= atMs)) return;
  if (timer !== null) clearTimeout(timer);
  dueAtMs = atMs;
  timer = setTimeout(work, ms);
}

/** Queries whose results must include what the user did just before. */
const TO_DATE: ReadonlySet<HistoryRead> = new Set<HistoryRead>(["find", "propose"]);

/**
 * Indexes recent rows unless there are many; then the view shows the progress instead. Scheduled work stays
 * scheduled.
 */
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

/** Lets queries run between the requests that it judges. */
async function dryRun(of: DryRunOf): Promise<Outcome<DryRun, Failure>> {
  const begun = room.beginDryRun(of);
  if (!begun.ok) return begun;
  try {
    while (begun.value.step()) await turn();
    return ok(begun.value.result());
  } catch (error) {
    // The index was rebuilt or closed meanwhile, or cannot be read.
    const detail = error instanceof Error ? error.message.slice(0, 500) : "";
    return fail({ kind: "history-unavailable", detail });
  }
}

/** The bytes of a medium, to be transferred instead of copied. */
function bytesIn(outcome: unknown): ArrayBuffer[] {
  const bytes: unknown = Object(Object(outcome)["value"])["bytes"];
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : [];
}

const calls: HistoryCalls = {
  async read(read, args) {
    if (closed) return fail({ kind: "history-unavailable", detail: "closed" });
    if (read === "dryRun") {
      catchUp();
      return dryRun(...(args as HistoryQueries["dryRun"]["args"]));
    }
    if (TO_DATE.has(read)) catchUp();
    const outcome = answer(read, args);
    // A discarded index is rebuilt even if no rows are appended.
    if (!outcome.ok && outcome.failure.kind === "history-unavailable") later(AGAIN_MS);
    return outcome;
  },
  appended: () => later(0),
  close() {
    closed = true;
    if (timer !== null) clearTimeout(timer);
    if (warmed !== null) clearTimeout(warmed);
    room.close();
    // Main terminates the thread, as it would not always end by itself.
    leftDatabases();
  },
};
const main = mainProxy<HistoryPushes>(parentPort, calls, bytesIn);

work();
