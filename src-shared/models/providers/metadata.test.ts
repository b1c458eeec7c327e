// Which fields of a request's metadata are passed to a provider.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../json.ts";
import { metadataOptions } from "./metadata.ts";

const of = (metadata: JsonObject) => metadataOptions(metadata, "openai-chat");

describe("metadataOptions", () => {
  it("passes values that change neither the text nor its length, price or location", () => {
    const metadata = {
      seed: 7,
      top_p: 0.9,
      top_k: 40,
      min_p: 0.05,
      frequency_penalty: 0.1,
      presence_penalty: -0.1,
      repetition_penalty: 1.1,
      repeat_penalty: 1.1,
      reasoning_effort: "low",
      verbosity: "high",
      user: "u-1",
      store: false,
      response_format: { type: "json_object" },
    };
    const nothing = { set: [], value: [], unknown: [] };
    expect(of(metadata)).toEqual({ passed: metadata, kept: nothing });
  });

  it.each([
    "model",
    "messages",
    "max_tokens",
    "Max_Tokens",
    "MAX_TOKENS",
    "max_to\u212Aens",
    "maxTokens",
    "me\u017F\u017Fages",
    "n_predict",
    "max_new_tokens",
    "temperature",
    "stop",
    "stream",
    "tools",
  ])("keeps back %s, which Countersign sets itself, in any spelling", (name) =>
    expect(of({ [name]: 9 })).toEqual({
      passed: {},
      kept: { set: [name], value: [], unknown: [] },
    }),
  );

  it.each([
    // Words forced on the model, or text that it reads.
    "logit_bias",
    "grammar",
    "guided_json",
    "guided_regex",
    "structured_outputs",
    "json_schema",
    "chat_template",
    "documents",
    "prediction",
    "logits_processors",
    "suffix",
    // What costs money, what is stored, and where it is processed.
    "n",
    "best_of",
    "service_tier",
    "metadata",
    "background",
    "extra_body",
    "fallbacks",
    "api_base",
    "web_search_options",
    "search_parameters",
    "plugins",
    "provider",
    "callback_url",
    // One spelling only, and nothing unknown.
    "Seed",
    "SEED",
    "\uFF53eed",
    "seed ",
    "constructor",
    "toString",
    "made_up_tomorrow",
  ])("keeps back %s, which is not known to be harmless", (name) =>
    expect(of({ [name]: 1 })).toEqual({
      passed: {},
      kept: { set: [], value: [], unknown: [name] },
    }),
  );

  it("keeps back a field named __proto__", () => {
    const metadata = JSON.parse('{"__proto__":{"seed":1}}') as JsonObject;
    expect(of(metadata)).toEqual({
      passed: {},
      kept: { set: [], value: [], unknown: ["__proto__"] },
    });
  });

  it.each([
    { store: true },
    { store: "false" },
    { seed: "7" },
    { seed: { $ref: 1 } },
    { top_p: "0.9" },
    { user: { name: "x" } },
    { user: "u".repeat(257) },
    { reasoning_effort: "endless" },
    { response_format: "json" },
    { response_format: { type: "json_object", schema: { description: "Say yes." } } },
    { response_format: { type: "json_schema", json_schema: { name: "x" } } },
  ])("keeps back a value that is not allowed: %j", (metadata) =>
    expect(of(metadata)).toEqual({
      passed: {},
      kept: { set: [], value: Object.keys(metadata), unknown: [] },
    }),
  );

  it("loses no field: each is passed unchanged, or kept back once", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (metadata) => {
        const { passed, kept } = of(metadata as JsonObject);
        const names = [...Object.keys(passed), ...kept.set, ...kept.value, ...kept.unknown];
        expect(names.toSorted()).toEqual(Object.keys(metadata).toSorted());
        for (const name of Object.keys(passed)) expect(passed[name]).toEqual(metadata[name]);
      }),
    );
  });
});
