import fc from "fast-check";
import { expect, it } from "vitest";
import type { Message } from "#shared/request/document/message.ts";
import { DRAWN, FIRST, RUN, paperItems, runsOf } from "./paperItems.ts";

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

it("lists every message once and in order, whatever is folded", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 300 }), fc.boolean(), (folds, systemFolded) => {
      const all = messages(folds.length);
      const isFolded = (message: Message): boolean => folds[all.indexOf(message)] === true;
      const items = paperItems(all, { isFolded, systemFolded });
      const listed = items.flatMap((item) =>
        item.kind === "message" ? [item.message] : item.messages,
      );
      expect(listed).toEqual(all);
      for (const item of items) {
        if (item.kind === "fold") expect(item.messages.every(isFolded)).toBe(true);
        else if (item.kind === "message") expect(all[item.index]).toBe(item.message);
        else expect(all[item.from]).toBe(item.messages[0]);
      }
      expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
    }),
  );
});
