import { expect, it } from "vitest";
import { TextQueue } from "./textQueue.ts";

/** A worker whose answers the test gives; a token is a character. */
function queueOf(): {
  queue: TextQueue;
  given: string[][];
  told: { times: number };
  answer(): void;
} {
  const given: string[][] = [];
  const told = { times: 0 };
  const queue = new TextQueue({
    count: (texts) => given.push([...texts]),
    counted: () => (told.times += 1),
  });
  return {
    queue,
    given,
    told,
    answer: () => queue.done(given.at(-1)?.map(({ length }) => length) ?? []),
  };
}
const turn = (): Promise<void> => Promise.resolve();

it("counts a thousand texts of one drawing together and tells once", async () => {
  const { queue, given, told, answer } = queueOf();
  const texts = Array.from({ length: 1000 }, (_, at) => `text ${at}`);
  expect(texts.map((text) => queue.tokens(text)).every((count) => count === null)).toBe(true);
  await turn();
  expect(given.map(({ length }) => length)).toEqual([1000]);
  answer();
  expect(told.times).toBe(1);
  expect(texts.map((text) => queue.tokens(text))).toEqual(texts.map(({ length }) => length));
});

it("counts of a text that is typed what is asked for again, not what was there meanwhile", async () => {
  const { queue, given, answer } = queueOf();
  queue.tokens("a");
  await turn();
  for (const text of ["ab", "abc", "abcd"]) queue.tokens(text);
  answer();
  queue.tokens("abcd");
  await turn();
  expect(given).toEqual([["a"], ["abcd"]]);
});

it("tells in between where there is much to count, the newest first", async () => {
  const { queue, given, answer } = queueOf();
  const [large, larger] = ["x".repeat(3_000_000), "y".repeat(5_000_000)];
  const ask = (): (number | null)[] => [large, larger].map((text) => queue.tokens(text));
  ask();
  await turn();
  expect(given.at(-1)).toEqual([larger]);
  answer();
  expect(ask()).toEqual([null, 5_000_000]);
  await turn();
  answer();
  expect(ask()).toEqual([3_000_000, 5_000_000]);
});

it("takes four characters for a token where nobody counted", async () => {
  const { queue } = queueOf();
  queue.tokens("eightchr");
  await turn();
  queue.done([]);
  expect(queue.tokens("eightchr")).toBe(2);
});
