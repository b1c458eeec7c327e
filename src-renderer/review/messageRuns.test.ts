import fc from "fast-check";
import { expect, it } from "vitest";
import type { Message } from "../../src-shared/sampling/message.ts";
import { DRAWN, RUN, runsOf } from "./messageRuns.ts";

const messages = (count: number): Message[] =>
  Array.from({ length: count }, (_, at) => ({
    role: "user",
    content: { type: "text", text: `${at}` },
  }));

it("draws a conversation of usual length whole, and of a very long one the first", () => {
  expect(runsOf(messages(100), 0)).toMatchObject({ drawn: { length: 100 }, runs: [] });
  const { drawn, runs } = runsOf(messages(50_000), 0);
  expect(drawn).toHaveLength(DRAWN);
  expect(runs).toHaveLength((50_000 - DRAWN) / RUN);
});

it("leaves none out, wherever the list begins", () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), (count, from) => {
      const all = messages(count);
      const { drawn, runs } = runsOf(all, from);
      expect([...drawn, ...runs.flatMap((run) => run.messages)]).toEqual(all);
      for (const run of runs) expect(all[run.from - from]).toBe(run.messages[0]);
    }),
  );
});
