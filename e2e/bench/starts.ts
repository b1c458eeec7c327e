// How soon the first screen is painted, and how much memory the idle app takes, beside an empty window.
import { removeFolder, tempFolder } from "../support/app.ts";
import { spreadOf } from "./clock.ts";
import type { Figure } from "./figure.ts";
import { memoryOf } from "./memory.ts";
import { startApp, startEmpty } from "./subjects.ts";
import type { Start } from "./subjects.ts";

const STARTS = 5;
const IDLE_RUNS = 2;
/** Longer than any work done when idle. */
const IDLE_MS = 8000;

export async function started(): Promise<Figure[]> {
  const profile = await tempFolder();
  try {
    const empty = await starts(startEmpty);
    // The first start of a profile creates its files; the others find them.
    await (await startApp(profile)).close();
    const app = await starts(() => startApp(profile));
    const floorMs = spreadOf(empty.times).median;
    const floorMiB = spreadOf(empty.memories).median;
    return [
      {
        name: `cold start → first screen (an empty window takes ${floorMs.toFixed(0)} ms)`,
        unit: "× an empty window",
        values: app.times.map((ms) => ms / floorMs),
        aim: 1.6,
      },
      {
        name: `memory at idle, all processes (an empty window takes ${floorMiB.toFixed(0)} MiB)`,
        unit: "MiB above an empty window",
        values: app.memories.map((mib) => mib - floorMiB),
        aim: 100,
      },
    ];
  } finally {
    await removeFolder(profile);
  }
}

/** Start times, and memory once idle. */
export async function starts(start: () => Promise<Start>) {
  const times: number[] = [];
  const memories: number[] = [];
  for (let run = 0; run < STARTS; run += 1) {
    const { paintedMs, pid, close } = await start();
    times.push(paintedMs);
    if (run < IDLE_RUNS) {
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      memories.push(memoryOf(pid).pssMiB);
    }
    await close();
  }
  return { times, memories };
}
