// Every proposed address is encrypted, and complete but for the parts that the user fills in.
import { describe, expect, it } from "vitest";
import { kindFacts, openPlaceholders, PRESETS, REMOTE_KINDS } from "./providerKinds.ts";

describe("proposed addresses", () => {
  const kinds = REMOTE_KINDS.map((kind) => kindFacts(kind).baseUrl).filter((url) => url !== "");
  it.each([...kinds, ...PRESETS.map((preset) => preset.baseUrl)])("%s", (baseUrl) => {
    const filled = baseUrl.replace(/\{\w+\}/g, "example");
    const url = new URL(filled);
    expect(url.protocol).toBe("https:");
    expect(`${url.origin}${url.pathname.replace(/\/$/, "")}`).toBe(filled);
  });

  it("leave open what only the user knows", () => {
    const open = REMOTE_KINDS.map((kind) => [kind, openPlaceholders(kindFacts(kind).baseUrl)]);
    expect(open.filter(([, names]) => names?.length !== 0)).toEqual([
      ["azure", ["resource"]],
      ["bedrock", ["region"]],
    ]);
  });
});

it("requires a key wherever the provider does", () => {
  const open = REMOTE_KINDS.filter((kind) => !kindFacts(kind).needsKey);
  expect(open).toEqual(["openai-compatible"]);
  for (const kind of REMOTE_KINDS) {
    expect(kindFacts(kind).environment.length > 0).toBe(kindFacts(kind).needsKey);
  }
});
