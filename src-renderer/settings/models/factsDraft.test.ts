import { describe, expect, it } from "vitest";
import { testModel } from "../../../src-shared/models/testing.ts";
import { factsDraftOf, NOTHING_SAID, readFacts } from "./factsDraft.ts";

const others = { contextTokens: 8192, prices: { input: { usd: 3 }, output: { usd: 15 } } };
const typed = (numbers: object, switches: object = {}) =>
  readFacts(
    {
      numbers: { ...NOTHING_SAID.numbers, ...numbers },
      switches: { ...NOTHING_SAID.switches, ...switches },
    },
    others,
  );

describe("the person's word on a model", () => {
  it("is nothing where nothing is typed", () => {
    expect(readFacts(NOTHING_SAID, others)).toEqual({ ok: true, said: {} });
    expect(factsDraftOf(testModel("a", others))).toEqual(NOTHING_SAID);
  });
  it("leaves the other prices as others say them", () => {
    expect(typed({ output: "0" })).toEqual({
      ok: true,
      said: { prices: { input: { usd: 3 }, output: { usd: 0 } } },
    });
  });
  it("comes back as it was typed", () => {
    const read = typed({ contextTokens: "32000", input: "0.25" }, { tools: "no", images: "yes" });
    if (!read.ok) throw new Error("not read");
    const origins = Object.fromEntries(
      Object.keys(read.said).map((name) => [name, { source: "person" as const }]),
    );
    const again = factsDraftOf(testModel("a", read.said, { origins }));
    expect(again.numbers).toMatchObject({ contextTokens: "32000", input: "0.25" });
    expect(again.switches).toMatchObject({ tools: "no", images: "yes", audio: "others" });
  });
  it.each([
    [{ contextTokens: "many" }, { contextTokens: "number" }],
    [{ contextTokens: "1.5" }, { contextTokens: "whole" }],
    [{ outputTokens: "0" }, { outputTokens: "negative" }],
    [{ input: "-1" }, { input: "negative" }],
    [{ output: "2000000" }, { output: "large" }],
  ])("cannot be %o", (numbers, faults) => expect(typed(numbers)).toEqual({ ok: false, faults }));
});
