// Order is kept, nothing is lost, and the main loop gets its turn between slices.
import { expect, it } from "vitest";
import { Paced } from "./paced.ts";

/** Takes the processor for so long, as a job that parses does. */
function work(forMs: number): void {
  const endsMs = performance.now() + forMs;
  while (performance.now() < endsMs);
}

it("lets the loop turn between slices, keeps the order, and asks for no more meanwhile", async () => {
  const held: boolean[] = [];
  const done: number[] = [];
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    if (done.length < 40) setImmediate(turn);
  };
  const paced = new Paced((value) => held.push(value));
  setImmediate(turn);
  await new Promise<void>((resolve) => {
    for (let job = 0; job < 40; job += 1) {
      paced.take(() => {
        work(2);
        done.push(job);
        if (job === 39) resolve();
      });
    }
    expect(done.length).toBeLessThan(40);
  });
  expect(done).toEqual([...Array(40).keys()]);
  expect(turns).toBeGreaterThan(3);
  await new Promise((resolve) => setImmediate(resolve));
  expect(held).toEqual([true, false]);
});

it("does what waits at once when it is to finish", () => {
  const done: number[] = [];
  const paced = new Paced(() => {});
  for (let job = 0; job < 10; job += 1) {
    paced.take(() => {
      work(3);
      done.push(job);
    });
  }
  paced.finish();
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it("runs a single job at once", () => {
  let done = false;
  new Paced(() => {}).take(() => {
    done = true;
  });
  expect(done).toBe(true);
});

it("leaves half of the time to others once a server has kept the loop busy for long, and keeps the order", async () => {
  const done: number[] = [];
  const began: number[] = [];
  const ended: number[] = [];
  const paced = new Paced(() => {});
  const count = 300;
  await new Promise<void>((resolve) => {
    for (let job = 0; job < count; job += 1) {
      paced.take(() => {
        began.push(performance.now());
        work(2);
        done.push(job);
        ended.push(performance.now());
        if (job === count - 1) resolve();
      });
    }
  });
  expect(done).toEqual([...Array(count).keys()]);
  // After the burst: 200 ms of work, and the rest that is due for what goes beyond half of them.
  const late = done.filter((job) => job > 150);
  const worked = late.reduce((sum, job) => sum + (ended[job] ?? 0) - (began[job] ?? 0), 0);
  const rested = late.reduce((sum, job) => sum + (began[job] ?? 0) - (ended[job - 1] ?? 0), 0);
  expect(rested).toBeGreaterThan(worked * 0.7);
});
