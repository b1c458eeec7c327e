// Large texts: counted together by a worker, whose results the test gives; a token is a character.
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { countLarge, useLargeTexts } from "./largeTexts.ts";

const workers = vi.hoisted(() => ({
  given: [] as string[][],
  last: null as { onmessage(event: object): void; onerror(): void } | null,
}));
vi.mock("../../workers/tokens.ts?worker", () => ({
  default: class {
    constructor() {
      workers.last = this as unknown as typeof workers.last;
    }
    postMessage = (texts: string[]): void => void workers.given.push(texts);
    terminate(): void {}
  },
}));
const answer = (): void =>
  workers.last?.onmessage({ data: workers.given.at(-1)?.map(({ length }) => length) });
const given = (times: number): Promise<void> =>
  vi.waitFor(() => expect(workers.given).toHaveLength(times));

it("counts a batch together, notifies once, and counts only the newest of what is typed", async () => {
  const { result } = renderHook(() => useLargeTexts());
  const before = result.current;
  const texts = Array.from({ length: 1000 }, (_, at) => `text ${at}`);
  expect(texts.every((text) => countLarge(text) === null)).toBe(true);
  await given(1);
  for (const text of ["ab", "abc", "abcd"]) countLarge(text);
  answer();
  await vi.waitFor(() => expect(result.current).toBe(before + 1));
  expect(texts.map(countLarge)).toEqual(texts.map(({ length }) => length));
  countLarge("abcd");
  await given(2);
  expect(workers.given[1]).toEqual(["abcd"]);
  answer();
  expect(countLarge("abcd")).toBe(4);
});

it("assumes four characters a token without a count", async () => {
  countLarge("eightchr");
  await given(3);
  workers.last?.onerror();
  expect(countLarge("eightchr")).toBe(2);
});
