// How responses are collected: order of blocks, media by reference, MCP's stop reasons.
import type { LanguageModelStreamPart, ToolSet } from "ai";
import { describe, expect, it } from "vitest";
import { AnswerCollector, stopReasonOf } from "./answer.ts";

const part = (value: object) => value as LanguageModelStreamPart<ToolSet>;
const PLAIN = { dialect: null, behind: () => null, onReasoning: () => {} };

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
