// The figures of a streamed answer: what the desk adds to the AI SDK, and what the window draws meanwhile.
import { spreadOf } from "../clock.ts";
import { startProvider } from "./provider.ts";
import { stillFrames } from "./still.ts";
import { openBare, openDesk } from "./subjects.ts";

/** A fast model; nobody reads faster. */
const PER_SECOND = 2000;
const SECONDS = 4;
const RUNS = 3;

/** Rows for the table of the bench: name, median, p95, runs, ratio to the floor. */
export async function streamRows(): Promise<string[][]> {
  const provider = await startProvider();
  const bare = await openBare();
  const desk = await openDesk(provider);
  const rows: string[][] = [];
  const frames: number[] = [];
  const still: number[] = [];
  const longTasks: number[] = [];
  const busiest: number[] = [];
  const opening: number[] = [];
  try {
    for (const perSecond of [PER_SECOND, Number.POSITIVE_INFINITY]) {
      const tokens = PER_SECOND * SECONDS;
      provider.pace(tokens, perSecond);
      const floor = await bare.times(provider.baseUrl, RUNS);
      await desk.once();
      const own = [];
      for (let run = 0; run < RUNS; run += 1) own.push(await desk.once());
      const times = own.map(({ tookMs }) => tookMs);
      const paced = perSecond === PER_SECOND;
      if (paced) {
        still.push(...(await stillFrames(bare, provider.baseUrl)));
        frames.push(...own.flatMap((streamed) => streamed.frames));
        longTasks.push(...own.flatMap((streamed) => streamed.longTasks));
        busiest.push(...own.map(({ busiestMs }) => busiestMs));
        opening.push(...own.map(({ openingMs }) => openingMs));
      }
      const how = paced ? `at ${PER_SECOND} a second` : "at once";
      rows.push(
        row(`streamed answer, ${tokens} tokens ${how} (ms)`, times, floor),
        row("  floor: AI SDK alone, same runtime", floor),
      );
    }
  } finally {
    await desk.close();
    await bare.close();
    provider.close();
  }
  rows.push(
    row("  frames of the window meanwhile (ms)", frames),
    ["  the longest of them (ms)", Math.max(...frames).toFixed(1), "", "", ""],
    row("  floor: frames of an empty window then (ms)", still),
    ["  the longest of them (ms)", Math.max(...still).toFixed(1), "", "", ""],
    ["  its tasks above 50 ms", String(longTasks.length), "", "", ""],
    ["  its longest task, by processor time (ms)", Math.max(...busiest).toFixed(1), "", "", ""],
    ["  and that which opens gate 2 then (ms)", Math.max(...opening).toFixed(1), "", "", ""],
  );
  return rows;
}

function row(name: string, values: readonly number[], floor?: readonly number[]): string[] {
  const { median, p95, runs } = spreadOf(values);
  const ratio = floor === undefined ? "" : (median / spreadOf(floor).median).toFixed(2);
  return [name, median.toFixed(1), p95.toFixed(1), String(runs), ratio];
}
