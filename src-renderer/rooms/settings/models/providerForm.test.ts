// What a form proposes, rejects and sends.
import { describe, expect, it } from "vitest";
import { wordsOf } from "#words/index.ts";
import {
  addressOf,
  choiceName,
  choices,
  formValuesOf,
  kindOf,
  newFormValues,
  providerForm,
  variablesOf,
} from "./providerForm.ts";
import type { ProviderFormValues } from "./providerForm.ts";

const STORED = { baseUrl: "https://mine.openai.azure.com/openai", keyEnds: "cdef" };
const read = (values: ProviderFormValues, before: typeof STORED | null = null) =>
  providerForm(wordsOf("en"), before).safeParse(values);
const faultsOf = (values: ProviderFormValues, before: typeof STORED | null = null) =>
  (read(values, before).error?.issues ?? []).map(({ path }) => path.join("."));
const inputOf = (values: ProviderFormValues, before: typeof STORED | null = null) =>
  read(values, before).data;

describe("a new provider", () => {
  it("can be sent once it has a key, for every hosted kind", () => {
    for (const choice of choices().filter((item) => item !== "openai-compatible")) {
      const draft = newFormValues(choice);
      const fill = Object.fromEntries(Object.keys(draft.fill).map((name) => [name, "here"]));
      expect(faultsOf({ ...draft, fill })).toEqual(["key"]);
      const whole = { ...draft, fill, key: { kind: "typed" as const, key: " sk " } };
      expect(faultsOf(whole)).toEqual([]);
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
    const draft = newFormValues("azure");
    expect(faultsOf(draft)).toContain("fill.resource");
    const filled = { ...draft, fill: { resource: " mine " } };
    expect(addressOf(filled)).toBe("https://mine.openai.azure.com/openai/v1");
    expect(faultsOf(filled)).not.toContain("fill.resource");
    expect(faultsOf({ ...draft, baseUrl: "https://mine.test/openai" })).toEqual(["key"]);
  });

  it("of Bedrock accepts a session token only with typed keys, and requires it with temporary ones", () => {
    const key = { kind: "typed" as const, key: "secret" };
    const pair = { ...newFormValues("bedrock"), fill: { region: "eu-west-1" }, key };
    const temporary = { ...pair, keyId: "ASIAIOSFODNN7EXAMPLE" };
    expect(faultsOf(temporary)).toEqual(["sessionToken"]);
    expect(faultsOf({ ...temporary, sessionToken: " t " })).toEqual([]);
    expect(inputOf({ ...temporary, sessionToken: " t " })).toMatchObject({
      keyId: "ASIAIOSFODNN7EXAMPLE",
      key: "secret",
      sessionToken: "t",
    });
    const lasting = { ...pair, keyId: "AKIAIOSFODNN7EXAMPLE" };
    expect(faultsOf(lasting)).toEqual([]);
    expect(inputOf(lasting)).not.toHaveProperty("sessionToken");
    // A saved provider has its own; a key of Bedrock alone has none.
    const kept = { ...temporary, key: { kind: "kept" as const }, sessionToken: "t" };
    const stored = { ...STORED, baseUrl: addressOf(kept) };
    for (const values of [kept, { ...pair, sessionToken: "t" }]) {
      expect(faultsOf(values, stored)).toEqual([]);
      expect(inputOf(values, stored)).not.toHaveProperty("sessionToken");
    }
  });

  it("of the open kind needs an address and no key", () => {
    const draft = newFormValues("openai-compatible");
    expect(faultsOf(draft)).toEqual(["name", "baseUrl"]);
    const whole = { ...draft, name: "Mine", baseUrl: "http://127.0.0.1:1/v1" };
    expect(faultsOf(whole)).toEqual([]);
    expect(faultsOf({ ...whole, baseUrl: "ftp://x" })).toEqual(["baseUrl"]);
  });

  it("can read its key from a matching variable that is set", () => {
    expect(variablesOf("anthropic", ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"])).toEqual([
      "ANTHROPIC_API_KEY",
    ]);
    expect(variablesOf("preset:Groq", ["GROQ_API_KEY", "XAI_API_KEY"])).toEqual(["GROQ_API_KEY"]);
    const key = { kind: "variable" as const, name: "GROQ_API_KEY" };
    expect(inputOf({ ...newFormValues("preset:Groq"), key })).toMatchObject({
      kind: "openai-compatible",
      key: null,
      variable: "GROQ_API_KEY",
    });
  });
});

it("an existing provider keeps its key at its own address only, and its models one a line", () => {
  const draft = formValuesOf({
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
  expect(inputOf(draft, STORED)).toMatchObject({ key: null, modelNames: ["a", "b"] });
  for (const before of [null, { ...STORED, baseUrl: "https://other.test" }]) {
    expect(faultsOf(draft, before)).toEqual(["key"]);
  }
  const named = { ...draft, modelNames: " a \n\nc\na" };
  expect(inputOf(named, STORED)?.modelNames).toEqual(["a", "c"]);
  const open = { ...draft, choice: "openai-compatible" as const, key: { kind: "none" as const } };
  expect(inputOf(open, STORED)?.key).toBe("");
});
