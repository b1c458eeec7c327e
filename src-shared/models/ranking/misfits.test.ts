// What is known of a model's fit before it is asked.
import { describe, expect, it } from "vitest";
import type { Block, RequestDocument } from "../../request/document/message.ts";
import { omittedPartsOf, misfitsOf } from "./misfits.ts";
import { traitsOf } from "./traits.ts";

const OPENAI = traitsOf("openai-compatible");
const LOCAL = traitsOf("local");
const text: Block = { type: "text", text: "Hello" };
const image: Block = { type: "image", data: "x", mimeType: "image/png" };
const of = (role: string, content: Block | Block[], more: object = {}): RequestDocument => ({
  messages: [{ role, content }],
  maxTokens: 9,
  ...more,
});

describe("misfitsOf", () => {
  it("finds nothing in an ordinary conversation", () => {
    const tools = [{ name: "a" }, { name: "b" }];
    expect(misfitsOf(of("user", [text, image], { tools }), OPENAI)).toEqual([]);
  });
  it.each([
    [of("system", text), { path: ["messages", 0], what: "system", where: "role" }],
    [
      of("assistant", image),
      { path: ["messages", 0, "content"], what: "image", where: "assistant" },
    ],
    [
      of("user", [text, { type: "video" }]),
      { path: ["messages", 0, "content", 1], what: "video", where: "user" },
    ],
    [
      of("user", [{ type: "tool_result", toolUseId: "x", content: [text, image] }]),
      {
        path: ["messages", 0, "content", 0, "content", 1],
        what: "image",
        where: "tool-result",
      },
    ],
    [
      of("user", text, { tools: [{ name: "a" }, { name: "a" }] }),
      { path: ["tools", 1], what: "a", where: "tool-name" },
    ],
    [
      of("user", text, { tools: [{ name: "a" }], toolChoice: { mode: "maybe" } }),
      { path: ["toolChoice"], what: "maybe", where: "tool-choice" },
    ],
  ])("names the place of each misfit (%#)", (document, misfit) => {
    expect(misfitsOf(document, OPENAI)).toEqual([misfit]);
  });
});

describe("omittedPartsOf", () => {
  it("names what the adapter makes of a request that violates the schema", () => {
    const content: Block = {
      type: "tool_result",
      toolUseId: "x",
      content: [text],
      isError: "true",
    };
    const document = of("user", content, { tools: [{ name: "a" }] });
    expect(omittedPartsOf(document, OPENAI, {})).toEqual([
      { kind: "tool-errors", count: 1 },
      { kind: "tool-schemas", count: 1 },
    ]);
  });
  it("is empty for a request that is sent whole", () => {
    const document = of("user", text, {
      systemPrompt: "Be kind.",
      temperature: 1,
      stopSequences: ["x"],
      modelPreferences: { hints: [] },
      tools: [{ name: "a", description: "b", inputSchema: {} }],
      toolChoice: { mode: "auto" },
    });
    expect(omittedPartsOf(document, OPENAI, {})).toEqual([]);
  });
  it("names metadata unless it is passed, and the fields that are never passed", () => {
    const document = of("user", text, { metadata: { seed: 1, model: "x", store: true, y: 2 } });
    const whole = [{ kind: "metadata", names: ["seed", "model", "store", "y"] }];
    expect(omittedPartsOf(document, OPENAI, {})).toEqual(whole);
    expect(omittedPartsOf(document, LOCAL, { passMetadata: true })).toEqual(whole);
    expect(omittedPartsOf(document, OPENAI, { passMetadata: true })).toEqual([
      { kind: "metadata-set", names: ["model"] },
      { kind: "metadata-value", names: ["store"] },
      { kind: "metadata-unknown", names: ["y"] },
    ]);
  });
  it("counts fields that models do not get", () => {
    const noted = { ...text, annotations: { priority: 1 }, _meta: {} };
    const document: RequestDocument = {
      messages: [
        { role: "user", content: [noted, text, noted], _meta: {} },
        { role: "assistant", content: text },
      ],
      tools: [{ name: "a", title: "A", inputSchema: { type: "object" } }],
      flavour: "new",
    };
    expect(omittedPartsOf(document, OPENAI, {})).toEqual([
      { kind: "message-members", names: ["_meta"], count: 1 },
      { kind: "block-members", names: ["annotations", "_meta"], count: 2 },
      { kind: "tool-members", names: ["title"], count: 1 },
      { kind: "request-members", names: ["flavour"] },
    ]);
  });
  it("names a tool choice without tools, and an option that the model does not have", () => {
    expect(omittedPartsOf(of("user", text, { toolChoice: { mode: "none" } }), OPENAI, {})).toEqual([
      { kind: "tool-choice" },
    ]);
    const inputSchema = { type: "object" };
    const tools = of("user", text, { tools: [{ name: "a", inputSchema }] });
    expect(omittedPartsOf(tools, LOCAL, { parallelToolCalls: false })).toEqual([
      { kind: "parallel-switch" },
    ]);
    expect(omittedPartsOf(tools, OPENAI, { parallelToolCalls: false })).toEqual([]);
  });
});
