// Golden translations: what each kind of content becomes, and what has no place.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, RequestDocument } from "#shared/request/document/message.ts";
import { misfitsOf } from "#shared/models/ranking/misfits.ts";
import { REMOTE_KINDS } from "#shared/models/providers/providerKinds.ts";
import { traitsOf, type ProviderTraits } from "#shared/models/ranking/traits.ts";
import { toPrompt } from "./translate.ts";

const IMAGE_REF = `countersign-media:${"a".repeat(64)}`;
const media = (ref: string) => (ref === IMAGE_REF ? "aW1hZ2U=" : null);
const NOWHERE: ProviderTraits = traitsOf("openai-compatible");
const EVERYWHERE: ProviderTraits = {
  ...NOWHERE,
  assistantMedia: ["image/*", "audio/*"],
  toolResultMedia: ["image/*", "audio/*"],
};

const text = (value: string): Block => ({ type: "text", text: value });
const image: Block = { type: "image", data: IMAGE_REF, mimeType: "image/png" };
const use = (id: string, name: string): Block => ({ type: "tool_use", id, name, input: { n: 1 } });
const result = (id: string, more: object): Block => ({
  type: "tool_result",
  toolUseId: id,
  ...more,
});
const asked = (...messages: RequestDocument["messages"]): RequestDocument => ({
  messages,
  maxTokens: 9,
});

function prompt(document: RequestDocument, traits = NOWHERE) {
  const translated = toPrompt(document, media, traits);
  if (!translated.ok) throw new Error(JSON.stringify(translated.failure));
  return translated.value;
}

function refusal(document: RequestDocument, traits = NOWHERE) {
  const translated = toPrompt(document, media, traits);
  if (translated.ok) throw new Error("was translated");
  const { failure } = translated;
  return failure.kind === "model-unsupported-content" ? [failure.what, failure.detail] : failure;
}

/** The output of one tool result with the given fields. */
function output(more: object, traits = NOWHERE) {
  const document = asked(
    { role: "assistant", content: [use("a", "look")] },
    { role: "user", content: [result("a", more)] },
  );
  const [, second] = prompt(document, traits).messages;
  const [part] = second?.role === "tool" ? second.content : [];
  return part?.type === "tool-result" ? part.output : null;
}

describe("messages", () => {
  it("keep roles, order, text and the system prompt", () => {
    const document = {
      ...asked(
        { role: "user", content: text("Hello") },
        { role: "assistant", content: [text("Hi."), text("How are you?")] },
        { role: "user", content: text("") },
      ),
      systemPrompt: "Be kind.",
    };
    expect(prompt(document)).toEqual({
      instructions: "Be kind.",
      messages: [
        { role: "user", content: [{ type: "text", text: "Hello" }] },
        {
          role: "assistant",
          content: [
            { type: "text", text: "Hi." },
            { type: "text", text: "How are you?" },
          ],
        },
        { role: "user", content: [{ type: "text", text: "" }] },
      ],
    });
  });

  it("carry images and audio with their bytes and types", () => {
    const audio: Block = { type: "audio", data: "c291bmQ=", mimeType: "audio/wav" };
    expect(prompt(asked({ role: "user", content: [image, audio] })).messages).toEqual([
      {
        role: "user",
        content: [
          { type: "file", mediaType: "image/png", data: { type: "data", data: "aW1hZ2U=" } },
          { type: "file", mediaType: "audio/wav", data: { type: "data", data: "c291bmQ=" } },
        ],
      },
    ]);
  });

  it("carry tool uses and their results, with the name of the tool", () => {
    const document = asked(
      { role: "assistant", content: [text("Looking."), use("a", "look"), use("b", "count")] },
      {
        role: "user",
        content: [result("a", { content: [text("seen")] }), result("b", { content: [] })],
      },
    );
    expect(prompt(document).messages).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "Looking." },
          { type: "tool-call", toolCallId: "a", toolName: "look", input: { n: 1 } },
          { type: "tool-call", toolCallId: "b", toolName: "count", input: { n: 1 } },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "a",
            toolName: "look",
            output: { type: "text", value: "seen" },
          },
          {
            type: "tool-result",
            toolCallId: "b",
            toolName: "count",
            output: { type: "text", value: "" },
          },
        ],
      },
    ]);
  });
});

describe("tool results", () => {
  it.each([
    [{ content: [text("one"), text("two")] }, { type: "text", value: "one\ntwo" }],
    [
      { content: [text("no")], isError: true },
      { type: "error-text", value: "no" },
    ],
    [
      { content: [], structuredContent: { a: 1 } },
      { type: "json", value: { a: 1 } },
    ],
    [
      { content: [], structuredContent: { a: 1 }, isError: true },
      { type: "error-json", value: { a: 1 } },
    ],
    // The text says the same as the structure, as servers should write it: once is enough.
    [
      { content: [text('{"b":2,"a":1}')], structuredContent: { a: 1, b: 2 } },
      { type: "text", value: '{"b":2,"a":1}' },
    ],
    // It says something else: both reach the model.
    [
      { content: [text("warm")], structuredContent: { a: 1 } },
      { type: "json", value: { content: [text("warm")], structuredContent: { a: 1 } } },
    ],
    [
      { content: [text("see"), { type: "resource_link", uri: "file:///a", name: "a" }] },
      { type: "text", value: 'see\n{"type":"resource_link","uri":"file:///a","name":"a"}' },
    ],
  ])("%j", (more, expected) => {
    expect(output(more)).toEqual(expected);
  });

  it.each([
    [
      { content: [text("one"), text("two")] },
      { type: "content", value: [text("one"), text("two")] },
    ],
    // Only text or JSON can be marked as an error.
    [
      { content: [text("one"), text("two")], isError: true },
      { type: "error-text", value: "one\ntwo" },
    ],
    [
      { content: [image], structuredContent: { a: 1 } },
      {
        type: "content",
        value: [
          { type: "file", mediaType: "image/png", data: { type: "data", data: "aW1hZ2U=" } },
          text('{"structuredContent":{"a":1}}'),
        ],
      },
    ],
  ])("where blocks stay blocks: %j", (more, expected) => {
    expect(output(more, { ...EVERYWHERE, toolResultBlocks: true })).toEqual(expected);
  });

  it("carry images where the wire format has a place for them", () => {
    expect(output({ content: [image] }, EVERYWHERE)).toEqual({
      type: "content",
      value: [{ type: "file", mediaType: "image/png", data: { type: "data", data: "aW1hZ2U=" } }],
    });
  });
});

describe("tools", () => {
  const tools = [
    { name: "look", description: "Looks", inputSchema: { type: "object" } },
    { name: "__proto__" },
  ];

  it("are offered with their schemas and are never run by Countersign", async () => {
    const document = { ...asked(), tools, toolChoice: { mode: "required" } };
    const translated = prompt(document);
    expect(Object.keys(translated.tools ?? {})).toEqual(["look", "__proto__"]);
    const look = translated.tools?.["look"];
    expect(look).toMatchObject({ description: "Looks" });
    expect(look).not.toHaveProperty("execute");
    expect(translated.toolChoice).toBe("required");
  });

  it("are left out if none are offered", () => {
    expect(prompt({ ...asked(), tools: [], toolChoice: { mode: "auto" } })).toEqual({
      messages: [],
    });
  });
});

describe("content without a place is named", () => {
  it.each<[string, RequestDocument, ProviderTraits, string[]]>([
    [
      "an unknown kind",
      asked({ role: "user", content: { type: "video" } }),
      EVERYWHERE,
      ["video", "in a user message"],
    ],
    [
      "an unknown kind of an assistant",
      asked({ role: "assistant", content: { type: "thinking", text: "Hm" } }),
      EVERYWHERE,
      ["thinking", "in an assistant message"],
    ],
    [
      "an unknown role",
      asked({ role: "system", content: text("x") }),
      EVERYWHERE,
      ["role", "system"],
    ],
    [
      "an image of an assistant",
      asked({ role: "assistant", content: image }),
      NOWHERE,
      ["image", "in an assistant message"],
    ],
    [
      "an image in a tool result",
      asked(
        { role: "assistant", content: use("a", "look") },
        { role: "user", content: result("a", { content: [image] }) },
      ),
      NOWHERE,
      ["image", "in a tool result"],
    ],
    [
      "an image in a tool result with a structure",
      asked(
        { role: "assistant", content: use("a", "look") },
        { role: "user", content: result("a", { content: [image], structuredContent: {} }) },
      ),
      NOWHERE,
      ["image", "in a tool result"],
    ],
    [
      "a result without its use",
      asked({ role: "user", content: result("z", { content: [] }) }),
      EVERYWHERE,
      ["tool_result", "z"],
    ],
    [
      "a medium that is not stored",
      asked({ role: "user", content: { ...image, data: `countersign-media:${"b".repeat(64)}` } }),
      EVERYWHERE,
      ["image", "its bytes are not held"],
    ],
    [
      "a text without text",
      asked({ role: "user", content: { type: "text" } }),
      EVERYWHERE,
      ["text", "text is missing"],
    ],
    [
      "two tools of one name",
      { ...asked(), tools: [{ name: "a" }, { name: "a" }] },
      EVERYWHERE,
      ["tools", "two tools are named a"],
    ],
    [
      "an unknown choice of tools",
      { ...asked(), tools: [{ name: "a" }], toolChoice: { mode: "maybe" } },
      EVERYWHERE,
      ["toolChoice", "maybe"],
    ],
  ])("%s", (_name, document, traits, expected) => {
    expect(refusal(document, traits)).toEqual(expected);
  });
});

describe("misfits reported in advance", () => {
  const block = fc.constantFrom<Block>(
    text("a"),
    image,
    { ...image, mimeType: "image/tiff" },
    { type: "audio", data: "AAAA", mimeType: "audio/wav" },
    { type: "video", url: "x" },
    use("a", "look"),
    result("a", { content: [text("b")] }),
    result("a", { content: [text("b"), image] }),
    result("a", { content: [{ type: "resource_link", uri: "x:y", name: "z" }] }),
  );
  const document = fc.record({
    messages: fc.array(
      fc.record({
        role: fc.constantFrom("user", "assistant", "system"),
        content: fc.oneof(block, fc.array(block, { maxLength: 3 })),
      }),
      { maxLength: 3 },
    ),
    tools: fc.array(fc.constantFrom({ name: "look" }, { name: "hear" }, { name: "a/b c" }), {
      maxLength: 2,
    }),
    toolChoice: fc.constantFrom({ mode: "auto" }, { mode: "none" }, { mode: "sometimes" }),
    maxTokens: fc.constant(9),
  });
  const KINDS = (["local", ...REMOTE_KINDS] as const).map((kind) => traitsOf(kind));
  // A use before everything: whether results match their uses is not the format's concern.
  const first = { role: "assistant", content: use("a", "look") };

  it("are exactly what the translation refuses", () => {
    fc.assert(
      fc.property(document, fc.constantFrom(EVERYWHERE, ...KINDS), (asked, traits) => {
        const whole: RequestDocument = { ...asked, messages: [first, ...asked.messages] };
        const fits = misfitsOf(whole, traits).length === 0;
        expect(toPrompt(whole, media, traits).ok).toBe(fits);
      }),
      { numRuns: 500 },
    );
  });
});
