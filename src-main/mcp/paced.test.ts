// Order is kept, nothing is lost, and the main loop gets its turn between slices.
import { expect, it, vi } from "vitest";
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
  const paced = new Paced({ held: (value) => void held.push(value) });
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
  const paced = new Paced({ held: () => {} });
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
  new Paced({ held: () => {} }).take(() => {
    done = true;
  });
  expect(done).toBe(true);
});

it("leaves half of the time to others once a server has kept the loop busy for long, and keeps the order", async () => {
  const done: number[] = [];
  const began: number[] = [];
  const ended: number[] = [];
  const paced = new Paced({ held: () => {} });
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
  // Beyond a burst of 200 ms it rests as long as it works, wherever the machine stands still meanwhile.
  const worked = done.reduce((sum, job) => sum + (ended[job] ?? 0) - (began[job] ?? 0), 0);
  const rested = (ended.at(-1) ?? 0) - (began[0] ?? 0) - worked;
  expect(rested).toBeGreaterThan(worked - 260);
});

it("makes nobody wait for what was done long ago", async () => {
  const paced = new Paced({ held: () => {} });
  paced.take(() => work(600));
  await new Promise((resolve) => setTimeout(resolve, 700));
  let timers = 0;
  vi.stubGlobal("setTimeout", () => {
    timers += 1;
  });
  await new Promise<void>((resolve) => {
    paced.takeLater(Promise.resolve(resolve), resolve);
  });
  vi.unstubAllGlobals();
  expect(timers).toBe(0);
});

it("says once that more came than can be done, and not of what is done in its time", async () => {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  vi.stubGlobal("setTimeout", (later: () => void, ms: number) => {
    nowMs += ms;
    return setImmediate(later);
  });
  let floods = 0;
  const paced = new Paced({ held: () => {}, flooded: () => (floods += 1) });
  const burst = (jobs: number, forMs: number): Promise<void> =>
    new Promise((resolve) => {
      const job = (): void => void (nowMs += forMs);
      paced.take(() => (nowMs += 10));
      for (let count = 1; count < jobs; count += 1) paced.take(job);
      paced.take(resolve);
    });
  // Many at once, and soon done: also time and again.
  for (let times = 0; times < 30; times += 1) {
    await burst(1000, 0.05);
    nowMs += 100;
  }
  expect(floods).toBe(0);
  nowMs += 1000;
  // Much to do, and never many at once.
  for (let times = 0; times < 30; times += 1) await burst(60, 1);
  expect(floods).toBe(0);
  nowMs += 1000;
  // Many at once, and then the next as soon as they are done.
  for (let times = 0; times < 30; times += 1) await burst(150, 0.05);
  expect(floods).toBe(1);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
