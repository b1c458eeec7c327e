// FairQueue: each key keeps its order, no key waits behind all of another, and none fills the queue for others.
import fc from "fast-check";
import { expect, it } from "vitest";
import { FairQueue } from "./fairQueue.ts";

function drained<T>(queue: FairQueue<T>): T[] {
  const out: T[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) out.push(item);
  return out;
}

it("gives another key its turn after one item of each", () => {
  const queue = new FairQueue<string>({ each: 1000, all: 2000 });
  for (let i = 0; i < 500; i += 1) queue.push("flood", `f${i}`);
  queue.next();
  queue.push("quiet", "q0");
  queue.push("quiet", "q1");
  expect([queue.next(), queue.next(), queue.next(), queue.next()]).toEqual([
    "f1",
    "q0",
    "f2",
    "q1",
  ]);
});

it("has room for others where one has filled its queue", () => {
  const queue = new FairQueue<number>({ each: 3, all: 5 });
  expect([1, 2, 3, 4].map((one) => queue.push("a", one))).toEqual([true, true, true, false]);
  expect([5, 6, 7].map((one) => queue.push("b", one))).toEqual([true, true, false]);
  expect(drained(queue)).toEqual([1, 5, 2, 6, 3]);
  expect(queue.push("b", 8)).toBe(true);
  expect(queue.take()).toEqual([8]);
  expect(queue.next()).toBeUndefined();
});

it("keeps each key's order, loses nothing, and is fair in any sequence", () => {
  const requester = fc.constantFrom("a", "b", "c");
  const step = fc.oneof(
    requester.map((who) => ({ who })),
    fc.constant({ who: null }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new FairQueue<{ who: string; at: number }>({
        each: 100,
        all: 100,
      });
      const seen = new Map<string, number>();
      const waiting: { who: string; others: string[] }[] = [];
      let pushed = 0;
      let taken = 0;
      const take = (): void => {
        const item = queue.next();
        if (item === undefined) return;
        taken += 1;
        expect(item.at).toBeGreaterThan(seen.get(item.who) ?? -1);
        seen.set(item.who, item.at);
        const own = waiting.findIndex(({ who }) => who === item.who);
        waiting.splice(own, 1);
        for (const one of waiting) one.others.push(item.who);
        // The first item of a key waits for each other key at most once.
        for (const who of ["a", "b", "c"]) {
          const first = waiting.find((one) => one.who === who);
          const since = first?.others.lastIndexOf(who) ?? -1;
          const after = (first?.others ?? []).slice(since + 1);
          expect(new Set(after).size).toBe(after.length);
        }
      };
      for (const { who } of steps) {
        if (who === null) take();
        else {
          queue.push(who, { who, at: pushed });
          waiting.push({ who, others: [] });
          pushed += 1;
        }
      }
      for (let left = pushed - taken; left > 0; left -= 1) take();
      expect(taken).toBe(pushed);
      expect(queue.next()).toBeUndefined();
    }),
  );
});
