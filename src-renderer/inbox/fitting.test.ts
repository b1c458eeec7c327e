// A filter over the queue: looked through in slices, and what is found meanwhile.
import { expect, it } from "vitest";
import { parse } from "../../src-shared/filter/parse.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { Fitting } from "./fitting.ts";

const sample = (id: string, text: string, over: Partial<Sample> = {}): Sample => {
  const asked = { messages: [{ role: "user", content: { type: "text", text } }] };
  return {
    id,
    asker: {
      ...{ serverId: "srv", name: "Notes", transport: "stdio", where: "x" },
      ...{ protocolVersion: "2025-11-25", era: "legacy", encrypted: null },
    },
    origin: { kind: "none" },
    reply: { kind: "pushed", requestId: 1 },
    receivedAtMs: 0,
    ...{ asked, askedHash: id, proposed: asked, flags: [], media: [], attempts: [], timeline: [] },
    phase: { kind: "request" },
    revision: 1,
    ...over,
  };
};
const fitting = (text: string): Fitting => {
  const { query } = parse(text);
  if (query === null) throw new Error("a fault");
  return new Fitting(query, 0);
};
const never = (): boolean => false;

it("finds by facts and by words, and NOT means what it says", () => {
  const both = [sample("a", "summarize the report"), sample("b", "翻译协议")];
  const fit = (text: string): string[] => {
    const filter = fitting(text);
    expect(filter.work(both, never)).toBe(true);
    return both.filter((one) => filter.fits(one)).map(({ id }) => id);
  };
  expect(fit("server:notes")).toEqual(["a", "b"]);
  expect(fit("summ")).toEqual(["a"]);
  expect(fit("-summ")).toEqual(["b"]);
  expect(fit("协议 is:open")).toEqual(["b"]);
  expect(fit('is:ended OR "the report"')).toEqual(["a"]);
  expect(fit("id:b OR -server:notes")).toEqual(["b"]);
});

it("stops when time is over, and goes on where it stopped, within one long text too", () => {
  const long = sample("long", `${"word ".repeat(50_000)} needle`);
  const both = [sample("a", "none"), long];
  const filter = fitting("needle");
  let slices = 0;
  const afterOne = (): (() => boolean) => {
    let asked = 0;
    return () => (asked += 1) > 1;
  };
  while (!filter.work(both, afterOne())) {
    expect(filter.fits(long)).toBe(false);
    slices += 1;
    if (slices > 1000) throw new Error("does not come to an end");
  }
  expect(slices).toBeGreaterThan(5);
  expect(filter.fits(long)).toBe(true);
});

it("keeps what was found of a request that has changed, until it was looked at again", () => {
  const filter = fitting("is:request");
  const before = sample("a", "x");
  filter.work([before], never);
  const after = sample("a", "x", { phase: { kind: "response" } });
  expect(filter.fits(after)).toBe(true);
  filter.work([after], never);
  expect(filter.fits(after)).toBe(false);
});
