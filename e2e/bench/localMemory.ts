// What a local model takes, and that all of it is given back: PSS of the app's processes before, with the model
// loaded and after "unload now", in the real app.
import { launch, removeFolder } from "../support/app.ts";
import { Desk } from "../support/desk.ts";
import { memoryOf } from "./memory.ts";

export interface LocalMemory {
  beforeMiB: number;
  loadedMiB: number;
  afterMiB: number;
  /** Processes before and after; equal when the engine's own is gone. */
  processes: [before: number, after: number];
  /** From the button to the end of the process. */
  unloadMs: number;
}

/** Lets the bundled demo ask, the model inside the app answer, and unloads it. */
export async function localMemory(): Promise<LocalMemory> {
  const running = await launch();
  const desk = new Desk(running);
  try {
    await desk.ready();
    await desk.button(/^Run the demo/).click();
    await desk.approve.waitFor();
    await desk.maxTokens.fill("16");
    const pid = running.app.process().pid ?? 0;
    const settled = () => new Promise((resolve) => setTimeout(resolve, 3000));
    await settled();
    const before = memoryOf(pid);
    await desk.approve.click();
    await running.page.waitForFunction(
      () =>
        [...document.querySelectorAll("button")].find((one) =>
          one.textContent.startsWith("Approve & reply"),
        )?.disabled === false,
      undefined,
      { timeout: 120_000 },
    );
    await settled();
    const loaded = memoryOf(pid);
    const askedAt = performance.now();
    if (!(await desk.do("local.unload"))) throw new Error("the model was still at work");
    const unloadMs = performance.now() - askedAt;
    await settled();
    const after = memoryOf(pid);
    return {
      beforeMiB: before.pssMiB,
      loadedMiB: loaded.pssMiB,
      afterMiB: after.pssMiB,
      processes: [before.processes, after.processes],
      unloadMs,
    };
  } finally {
    await desk.close();
    await removeFolder(running.profile);
  }
}
