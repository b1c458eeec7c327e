// The longest task of the main process, of the window and of the window's workers, by processor time: what it takes on an idle machine, however
// busy this one is. Read from Chromium's own trace of both.
import type { Page } from "playwright/test";
import { WORST } from "../frames.ts";

/** What Chromium writes of a task, or of a thread's name. Times in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

export interface Longest {
  mainMs: number;
  windowMs: number;
  /** Of the window's workers. */
  workerMs: number;
  /** The window's own processor time within its worst frame, where its frames were watched: the rest of it was waiting. */
  worstFrameOwnMs: number;
}

/** Runs `work` and gives the longest tasks meanwhile. */
export async function longestTasks(page: Page, work: () => Promise<unknown>): Promise<Longest> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    // Not spread: a trace has more events than a call can have arguments.
    for (const event of value as unknown as TraceEvent[]) events.push(event);
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "__metadata", "blink.user_timing"] },
  });
  await work();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  return {
    mainMs: longestOf(events, "CrBrowserMain"),
    windowMs: longestOf(events, "CrRendererMain"),
    workerMs: longestOf(events, "DedicatedWorker thread"),
    worstFrameOwnMs: ownOf(events),
  };
}

/** Of a task that reaches beyond the frame, so much as lies in it. */
function ownOf(events: readonly TraceEvent[]): number {
  const marks = events.filter(({ name }) => name.startsWith(WORST)).sort((a, b) => a.ts - b.ts);
  const worst = marks.at(-1);
  if (worst === undefined) return 0;
  const from = worst.ts - Number(worst.name.slice(WORST.length)) * 1000;
  let own = 0;
  for (const { name, pid, tid, ts, dur = 0, tdur = 0 } of events) {
    if (!name.endsWith("RunTask") || pid !== worst.pid || tid !== worst.tid || dur === 0) continue;
    const within = Math.min(ts + dur, worst.ts) - Math.max(ts, from);
    if (within > 0) own += (tdur * within) / dur;
  }
  return own / 1000;
}

function longestOf(events: readonly TraceEvent[], thread: string): number {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === thread)
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  let longest = 0;
  for (const { name, pid, tid, tdur = 0 } of events) {
    if (name.endsWith("RunTask") && threads.has(`${pid} ${tid}`)) longest = Math.max(longest, tdur);
  }
  return longest / 1000;
}
