// An empty window while the same flood is read and refused by a program that does nothing else: what a flood of that
// size leaves of a machine to any window.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { projectNode } from "../../support/paths.ts";
import { watchFrames } from "../frames.ts";
import { startEmpty } from "../subjects.ts";

const run = promisify(execFile);

/** Milliseconds between the frames of an empty window during `runs` floods, a list each. */
export async function emptyDuringFlood(
  server: string,
  requests: number,
  runs: number,
): Promise<number[][]> {
  const { page, close } = await startEmpty();
  try {
    const all: number[][] = [];
    for (let n = 0; n < runs; n += 1) {
      const frames = await watchFrames(page);
      const script = path.join(import.meta.dirname, "bare.mjs");
      await run(projectNode, [script, server, String(requests)], { timeout: 60_000 });
      all.push(await frames());
    }
    return all;
  } finally {
    await close();
  }
}
