// What a form proposes, rejects and sends.
import { describe, expect, it } from "vitest";
import {
  addressOf,
  choiceName,
  choices,
  draftOf,
  faultsOf,
  inputOf,
  kindOf,
  newDraft,
  variablesOf,
} from "./providerDraft.ts";

describe("a new provider", () => {
  it("can be sent once it has a key, for every hosted kind", () => {
    for (const choice of choices().filter((item) => item !== "openai-compatible")) {
      const draft = newDraft(choice);
      const fill = Object.fromEntries(Object.keys(draft.fill).map((name) => [name, "here"]));
      expect(faultsOf({ ...draft, fill }, false)).toEqual(["key"]);
      const whole = { ...draft, fill, key: { kind: "typed" as const, key: " sk " } };
      expect(faultsOf(whole, false)).toEqual([]);
      expect(inputOf(whole)).toEqual({
        kind: kindOf(choice),
        ...(choice === "azure" ? { apiVersion: "" } : {}),
        ...(choice === "bedrock" ? { keyId: "" } : {}),
        name: choiceName(choice),
        baseUrl: addressOf(whole),
        key: "sk",
        modelNames: [],
      });
      expect(addressOf(whole)).not.toContain("{");
    }
  });

  it("of Azure requires the resource", () => {
    const draft = newDraft("azure");
    expect(faultsOf(draft, false)).toContain("placeholder");
    const filled = { ...draft, fill: { resource: " mine " } };
    expect(addressOf(filled)).toBe("https://mine.openai.azure.com/openai/v1");
    expect(faultsOf(filled, false)).not.toContain("placeholder");
    expect(faultsOf({ ...draft, baseUrl: "https://mine.test/openai" }, false)).toEqual(["key"]);
  });

  it("of Bedrock accepts a session token only with typed keys, and requires it with temporary ones", () => {
    const key = { kind: "typed" as const, key: "secret" };
    const pair = { ...newDraft("bedrock"), fill: { region: "eu-west-1" }, key };
    const temporary = { ...pair, keyId: "ASIAIOSFODNN7EXAMPLE" };
    expect(faultsOf(temporary, false)).toEqual(["sessionToken"]);
    expect(faultsOf({ ...temporary, sessionToken: " t " }, false)).toEqual([]);
    expect(inputOf({ ...temporary, sessionToken: " t " })).toMatchObject({
      keyId: "ASIAIOSFODNN7EXAMPLE",
      key: "secret",
      sessionToken: "t",
    });
    const lasting = { ...pair, keyId: "AKIAIOSFODNN7EXAMPLE" };
    expect(faultsOf(lasting, false)).toEqual([]);
    expect(inputOf(lasting)).not.toHaveProperty("sessionToken");
    // A saved provider has its own; a key of Bedrock alone has none.
    const kept = { ...temporary, key: { kind: "kept" as const }, sessionToken: "t" };
    expect(faultsOf(kept, true)).toEqual([]);
    for (const draft of [kept, { ...pair, sessionToken: "t" }]) {
      expect(inputOf(draft)).not.toHaveProperty("sessionToken");
    }
  });

  it("of the open kind needs an address and no key", () => {
    const draft = newDraft("openai-compatible");
    expect(faultsOf(draft, false)).toEqual(["name", "address"]);
    const whole = { ...draft, name: "Mine", baseUrl: "http://127.0.0.1:1/v1" };
    expect(faultsOf(whole, false)).toEqual([]);
    expect(faultsOf({ ...whole, baseUrl: "ftp://x" }, false)).toEqual(["address"]);
  });

  it("can read its key from a matching variable that is set", () => {
    expect(variablesOf("anthropic", ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"])).toEqual([
      "ANTHROPIC_API_KEY",
    ]);
    expect(variablesOf("preset:Groq", ["GROQ_API_KEY", "XAI_API_KEY"])).toEqual(["GROQ_API_KEY"]);
    const key = { kind: "variable" as const, name: "GROQ_API_KEY" };
    expect(inputOf({ ...newDraft("preset:Groq"), key })).toMatchObject({
      kind: "openai-compatible",
      key: null,
      variable: "GROQ_API_KEY",
    });
  });
});

it("an existing provider keeps its key at its own address only, and its models one a line", () => {
  const draft = draftOf({
    id: "p",
    kind: "azure",
    name: "Azure",
    baseUrl: "https://mine.openai.azure.com/openai",
    keyEnds: "cdef",
    modelNames: ["a", "b"],
    onThisMachine: false,
    state: { kind: "unchecked" },
    models: [],
  });
  expect(inputOf(draft)).toMatchObject({ key: null, modelNames: ["a", "b"] });
  expect(faultsOf(draft, true)).toEqual([]);
  expect(faultsOf(draft, false)).toEqual(["key"]);
  expect(inputOf({ ...draft, modelNames: " a \n\nc\na" }).modelNames).toEqual(["a", "c"]);
  expect(inputOf({ ...draft, key: { kind: "none" } }).key).toBe("");
});
