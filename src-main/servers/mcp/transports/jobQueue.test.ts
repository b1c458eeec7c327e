// Jobs keep their order, whichever is ready first, and the event loop gets its turn in between.
import fc from "fast-check";
import { expect, it } from "vitest";
import { JobQueue } from "./jobQueue.ts";

/** Blocks the processor for that long, as a job that parses does. */
function work(forMs: number): void {
  const endsMs = performance.now() + forMs;
  while (performance.now() < endsMs);
}

it("keeps the order of immediate and asynchronous jobs", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(4), { maxLength: 20 }), async (waits) => {
      const done: number[] = [];
      const jobs = new JobQueue();
      waits.forEach((ms, index) => {
        jobs.add(() => {
          if (ms === 0) return void done.push(index);
          return new Promise((resolve) => {
            setTimeout(() => resolve(void done.push(index)), ms);
          });
        });
      });
      await jobs.run();
      expect(done).toEqual(waits.map((_, index) => index));
    }),
    { numRuns: 30 },
  );
});

it("yields to the event loop within 4 ms and one job, and not before", async () => {
  const jobs = new JobQueue();
  let turns = 0;
  let over = false;
  const turn = (): void => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  for (let job = 0; job < 40; job += 1) jobs.add(() => work(2));
  await jobs.run();
  over = true;
  expect(turns).toBeGreaterThan(10);
  expect(jobs.done).toBe(40);
  await new Promise((resolve) => setTimeout(resolve, 5));
  let isDone = false;
  jobs.add(() => void (isDone = true));
  void jobs.run();
  expect(isDone).toBe(true);
});
