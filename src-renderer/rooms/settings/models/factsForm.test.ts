import { describe, expect, it } from "vitest";
import { testModel } from "#shared/models/testing.ts";
import { wordsOf } from "#words/index.ts";
import { factsForm, factsFormValues } from "./factsForm.ts";

const others = { contextTokens: 8192, prices: { input: { usd: 3 }, output: { usd: 15 } } };
const nothing = factsFormValues({ abilities: {} });
const form = factsForm(wordsOf("en"), others);
const read = (typed: object) => form.safeParse({ ...nothing, ...typed });

describe("the user's facts on a model", () => {
  it("are empty when nothing is typed", () => {
    expect(read({}).data).toEqual({ said: null, waits: {} });
    expect(factsFormValues(testModel("a", others))).toEqual(nothing);
  });
  it("leave the other prices to other sources", () => {
    expect(read({ output: "0" }).data?.said).toEqual({
      prices: { input: { usd: 3 }, output: { usd: 0 } },
    });
  });
  it("are read back as typed", () => {
    const typed = { contextTokens: "32000", input: "0.25", tools: "no", images: "yes" };
    const said = read(typed).data?.said ?? {};
    const origins = Object.fromEntries(
      Object.keys(said).map((name) => [name, { source: "person" as const }]),
    );
    const again = factsFormValues(testModel("a", said, { origins }));
    expect(again).toMatchObject({ ...typed, audio: "others" });
  });
  it("wait for whole seconds, and for the default time when empty", () => {
    const { waits } = read({ firstTokenSeconds: " 30 " }).data ?? {};
    expect(waits).toEqual({ firstTokenSeconds: 30 });
    expect(factsFormValues({ abilities: {}, waits: { idleSeconds: 9 } }).idleSeconds).toBe("9");
  });
  it.each<[string, string, string]>([
    ["contextTokens", "many", "Enter a number."],
    ["contextTokens", "1.5", "Enter a whole number."],
    ["outputTokens", "0", "Enter a larger number."],
    ["input", "-1", "Enter a larger number."],
    ["output", "2000000", "Enter a smaller number."],
    ...["0", "-1", "1.5", "soon", "7201", "1e9"].map((text): [string, string, string] => [
      "idleSeconds",
      text,
      "Enter 1 to 7,200 seconds.",
    ]),
  ])("reject %s: %j", (name, text, fault) => {
    const issue = read({ [name]: text }).error?.issues[0];
    expect(issue).toMatchObject({ path: [name], message: fault });
  });
});
