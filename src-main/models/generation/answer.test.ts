// How responses are collected: order of blocks, media by reference, MCP's stop reasons.
import type { LanguageModelStreamPart, ToolSet } from "ai";
import { describe, expect, it } from "vitest";
import { AnswerCollector, stopReasonOf } from "./answer.ts";

const part = (value: object) => value as LanguageModelStreamPart<ToolSet>;
const PLAIN = {
  dialect: null,
  behind: () => null,
  textTools: new Set<string>(),
  stops: [],
  rawInput: () => undefined,
  onReasoning: () => {},
};

describe("AnswerCollector", () => {
  it("keeps blocks in their order, media by reference", () => {
    const kept: string[] = [];
    const answer = new AnswerCollector({
      ...PLAIN,
      putMedia(base64) {
        kept.push(base64);
        return `countersign-media:${kept.length}`;
      },
    });
    for (const item of [
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", text: "Look: " },
      { type: "file", file: { mediaType: "image/png", base64: "aW1n" } },
      { type: "text-start", id: "2" },
      { type: "text-delta", id: "2", text: "and " },
      { type: "text-delta", id: "2", text: "hear." },
      { type: "file", file: { mediaType: "audio/wav", base64: "c25k" } },
    ]) {
      answer.take(part(item));
    }
    expect(kept).toEqual(["aW1n", "c25k"]);
    expect(answer.result("m", "endTurn")).toEqual({
      ok: true,
      value: {
        role: "assistant",
        model: "m",
        stopReason: "endTurn",
        content: [
          { type: "text", text: "Look: " },
          { type: "image", data: "countersign-media:1", mimeType: "image/png" },
          { type: "text", text: "and hear." },
          { type: "audio", data: "countersign-media:2", mimeType: "audio/wav" },
        ],
      },
    });
  });

  it.each([1e300, -1, 0.5, Number.NaN, 2 ** 53])(
    "takes %d tokens for an unknown count",
    (tokens) => {
      const answer = new AnswerCollector({ ...PLAIN, putMedia: () => "ref" });
      const details = { cacheReadTokens: tokens, cacheWriteTokens: 3, noCacheTokens: undefined };
      const usage = {
        inputTokens: tokens,
        inputTokenDetails: details,
        outputTokens: 7,
        outputTokenDetails: { reasoningTokens: tokens, textTokens: undefined },
      };
      answer.take(part({ type: "model-call-end", finishReason: "stop", usage }));
      expect(answer.usage).toEqual({ outputTokens: 7, cacheWriteTokens: 3 });
    },
  );

  it("names a file that MCP has no content block for", () => {
    const answer = new AnswerCollector({ ...PLAIN, putMedia: () => "ref" });
    answer.take(part({ type: "file", file: { mediaType: "video/mp4", base64: "" } }));
    expect(answer.result("m")).toMatchObject({
      ok: false,
      failure: { kind: "model-malformed-answer", detail: "a file of type video/mp4" },
    });
  });
});

describe("a program's tool calls", () => {
  const FOR_PROGRAM = {
    ...PLAIN,
    dialect: "openai-responses" as const,
    putMedia: () => "ref",
    textTools: new Set(["apply_patch"]),
  };

  it("keep the arguments' text where parsing changes it, and say so", () => {
    const answer = new AnswerCollector(FOR_PROGRAM);
    const text = '{"id":1145141919810893931}';
    answer.take(part({ type: "tool-input-delta", id: "a", delta: text.slice(0, 5) }));
    answer.take(part({ type: "tool-input-delta", id: "a", delta: text.slice(5) }));
    const call = { toolCallId: "a", toolName: "remove", input: JSON.parse(text) as object };
    answer.take(part({ type: "tool-call", ...call }));
    expect(answer.result("m", "toolUse")).toMatchObject({
      value: { content: { type: "tool_use", name: "remove", written: text } },
    });
    expect(answer.warnings).toEqual(["remove: shown rounded: 1145141919810893931"]);
  });

  it("of custom tools are marked, with their text as the only argument", () => {
    const answer = new AnswerCollector(FOR_PROGRAM);
    const call = { toolCallId: "a", toolName: "apply_patch", input: "*** Begin Patch" };
    answer.take(part({ type: "tool-call", ...call }));
    expect(answer.result("m", "toolUse")).toMatchObject({
      value: {
        content: { input: { input: "*** Begin Patch" }, item: { type: "custom_tool_call" } },
      },
    });
  });
});

describe("warnings", () => {
  it("keep the wording of the provider's adapter", () => {
    const answer = new AnswerCollector({ ...PLAIN, putMedia: () => "countersign-media:0" });
    const warnings = [
      { type: "unsupported", feature: "topK" },
      { type: "compatibility", feature: "audio", details: "sent as text" },
      { type: "other", message: "be careful" },
    ];
    answer.take(part({ type: "model-call-start", warnings }));
    expect(answer.warnings).toEqual(["topK", "audio: sent as text", "be careful"]);
  });
});

describe("stopReasonOf", () => {
  it.each([
    [{ finishReason: "stop", rawFinishReason: "stop" }, "endTurn"],
    [{ finishReason: "stop", rawFinishReason: "stop_sequence" }, "stopSequence"],
    [{ finishReason: "length", rawFinishReason: "length" }, "maxTokens"],
    [{ finishReason: "length", rawFinishReason: "context_full" }, "contextFull"],
    [{ finishReason: "tool-calls", rawFinishReason: "tool_calls" }, "toolUse"],
    [{ finishReason: "content-filter", rawFinishReason: "content_filter" }, "content_filter"],
    [
      { finishReason: "other", rawFinishReason: "insufficient_system_resource" },
      "insufficient_system_resource",
    ],
    [{ finishReason: "other" }, "other"],
    [{}, "other"],
  ])("%j is %s", (ending, expected) => {
    expect(stopReasonOf(ending)).toBe(expected);
  });
});
