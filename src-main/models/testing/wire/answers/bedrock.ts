// Streams of Bedrock's ConverseStream, written from docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html.
import { eventStream } from "../frames.ts";

type Message = readonly [string, object];
const start: Message = ["messageStart", { role: "assistant" }];
const block = (contentBlockIndex: number, deltas: object[], more: object | null = null) => [
  ...(more === null ? [] : [["contentBlockStart", { contentBlockIndex, start: more }] as const]),
  ...deltas.map((delta): Message => ["contentBlockDelta", { contentBlockIndex, delta }]),
  ["contentBlockStop", { contentBlockIndex }] as const,
];
const said = (index: number, ...pieces: string[]) =>
  block(
    index,
    pieces.map((text) => ({ text })),
  );
const used = (index: number, toolUseId: string, ...pieces: string[]) =>
  block(
    index,
    pieces.map((input) => ({ toolUse: { input } })),
    { toolUse: { toolUseId, name: "get_weather" } },
  );
const end = (stopReason: string, usage: object, more: object = {}): Message[] => [
  ["messageStop", { stopReason, ...more }],
  ["metadata", { usage, metrics: { latencyMs: 1185 } }],
];
const counted = (inputTokens: number, outputTokens: number, more: object = {}) => ({
  inputTokens,
  outputTokens,
  totalTokens: inputTokens + outputTokens,
  ...more,
});

export const bedrock = {
  calls: eventStream([
    start,
    ...said(0, "I'll check ", "both."),
    ...used(1, "tooluse_PARIS", '{"city":', '"Paris"}'),
    ...used(2, "tooluse_LONDON", '{"city":"Lon', 'don"}'),
    ...end("tool_use", counted(472, 89)),
  ]),
  thought: eventStream([
    start,
    ...block(0, [
      { reasoningContent: { text: "The pixel " } },
      { reasoningContent: { text: "is white." } },
      { reasoningContent: { signature: "EqQBCgIYAhIM1gbcDa9GJwZA" } },
    ]),
    ...said(1, "Whi", "te."),
    ...end("end_turn", counted(20, 15, { cacheReadInputTokens: 1000, cacheWriteInputTokens: 100 })),
  ]),
  full: eventStream([start, ...said(0, "Whi"), ...end("max_tokens", counted(20, 3))]),
  stopped: eventStream([
    start,
    ...said(0, "White"),
    ...end("stop_sequence", counted(20, 3), {
      additionalModelResponseFields: { delta: { stop_sequence: "END" } },
    }),
  ]),
  refused: eventStream([start, ...end("content_filtered", counted(20, 1))]),
  cut: eventStream([start, ...said(0, "Whi").slice(0, 1)]),
};
