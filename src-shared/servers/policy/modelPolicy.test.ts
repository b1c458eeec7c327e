import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allows, ANY_MODEL, names } from "./modelPolicy.ts";
import { modelPolicySchema } from "./modelPolicySchema.ts";

const model = { providerId: "p-1", providerName: "Ollama", modelId: "library/Llama3.2:3b" };

describe("names", () => {
  it.each([
    ["*", true],
    ["ollama/*", true],
    ["p-1/library/llama3.2:3b", true],
    ["Ollama/library/llama3.2:3b", true],
    ["*/llama3*:3b", true],
    ["*llama3.2:3b*", true],
    ["ollama", false],
    ["ollama/", false],
    ["ollama/llama*", false],
    ["*3b*3b", false],
    ["o*ollama/library/llama3.2:3b", false],
    ["", false],
  ])("%s: %s", (wanted, fits) => expect(names(wanted, model)).toBe(fits));

  it("agrees with the same pattern as a regular expression", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "/"), maxLength: 8 });
    const wanted = fc.string({ unit: fc.constantFrom("a", "b", "/", "*"), maxLength: 8 });
    fc.assert(
      fc.property(wanted, text, (star, modelId) => {
        const regex = new RegExp(`^${star.replaceAll("*", ".*")}$`);
        const one = { providerId: "a", providerName: "a", modelId };
        expect(names(star, one)).toBe(regex.test(`a/${modelId}`));
      }),
    );
  });
});

describe("allows", () => {
  it("allows all models by default, only the named ones otherwise", () => {
    const policy = modelPolicySchema.parse({});
    expect(allows(policy, model)).toBe(true);
    expect(allows({ ...policy, allowed: ["local/*"] }, model)).toBe(false);
    expect(allows({ ...policy, allowed: ["local/*", "ollama/*"] }, model)).toBe(true);
  });
});

it("sets nothing by default", () => {
  expect(modelPolicySchema.parse({})).toEqual(ANY_MODEL);
});
