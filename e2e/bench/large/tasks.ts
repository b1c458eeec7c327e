// The longest task of the main process and of the window, by processor time: what it takes on an idle machine, however
// busy this one is. Read from Chromium's own trace of both.
import type { Page } from "playwright/test";

/** What Chromium writes of a task, or of a thread's name. Times in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

export interface Longest {
  mainMs: number;
  windowMs: number;
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
    traceConfig: { includedCategories: ["toplevel", "__metadata"] },
  });
  await work();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  return {
    mainMs: longestOf(events, "CrBrowserMain"),
    windowMs: longestOf(events, "CrRendererMain"),
  };
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
