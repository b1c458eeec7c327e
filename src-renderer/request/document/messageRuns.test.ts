import fc from "fast-check";
import { expect, it } from "vitest";
import type { Message } from "#shared/sampling/document/message.ts";
import { DRAWN, FIRST, RUN, runsOf } from "./messageRuns.ts";

const messages = (count: number): Message[] =>
  Array.from({ length: count }, (_, at) => ({
    role: "user",
    content: { type: "text", text: `${at}` },
  }));

it("renders a conversation of usual length whole, and the first messages of a very long one", () => {
  expect(runsOf(messages(DRAWN), 0)).toMatchObject({ drawn: { length: DRAWN }, runs: [] });
  expect(runsOf(messages(DRAWN + 1), 0).drawn).toHaveLength(FIRST);
  const { drawn, runs } = runsOf(messages(50_000), 0);
  expect(drawn).toHaveLength(FIRST);
  expect(runs).toHaveLength(Math.ceil((50_000 - FIRST) / RUN));
});

it("leaves out no message, wherever the list begins", () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), (count, from) => {
      const all = messages(count);
      const { drawn, runs } = runsOf(all, from);
      expect([...drawn, ...runs.flatMap((run) => run.messages)]).toEqual(all);
      for (const run of runs) expect(all[run.from - from]).toBe(run.messages[0]);
    }),
  );
});
