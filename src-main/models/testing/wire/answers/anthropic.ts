// Streams of Anthropic's Messages API, written from platform.claude.com/docs/en/build-with-claude/streaming.
import { namedEvents } from "../frames.ts";

const start = (usage: object) => ({
  type: "message_start",
  message: {
    id: "msg_01XFDUDYJgAACzvnptvVoYEL",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5-20250929",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
});
const block = (index: number, content_block: object, deltas: object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const said = (index: number, ...pieces: string[]) =>
  block(
    index,
    { type: "text", text: "" },
    pieces.map((text) => ({ type: "text_delta", text })),
  );
const used = (index: number, id: string, ...pieces: string[]) =>
  block(
    index,
    { type: "tool_use", id, name: "get_weather", input: {} },
    pieces.map((partial_json) => ({ type: "input_json_delta", partial_json })),
  );
const end = (stop_reason: string, usage: object, more: object = {}) => [
  { type: "message_delta", delta: { stop_reason, stop_sequence: null, ...more }, usage },
  { type: "message_stop" },
];

export const anthropic = {
  calls: namedEvents([
    start({ input_tokens: 472, output_tokens: 2 }),
    { type: "ping" },
    ...said(0, "I'll check ", "both."),
    ...used(1, "toolu_01T1x1fJ34qAmk2tNTrN7Up6", "", '{"city":', ' "Paris"}'),
    ...used(2, "toolu_01A09q90qw90lq917835lq9", "", '{"city": "Lon', 'don"}'),
    ...end("tool_use", { output_tokens: 89 }),
  ]),
  thought: namedEvents([
    start({
      input_tokens: 20,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 1000,
      output_tokens: 1,
    }),
    ...block(0, { type: "thinking", thinking: "", signature: "" }, [
      { type: "thinking_delta", thinking: "The pixel " },
      { type: "thinking_delta", thinking: "is white." },
      { type: "signature_delta", signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk" },
    ]),
    ...said(1, "Whi", "te."),
    ...end("end_turn", { output_tokens: 15 }),
  ]),
  stopped: namedEvents([
    start({ input_tokens: 20, output_tokens: 1 }),
    ...said(0, "White"),
    ...end("stop_sequence", { output_tokens: 3 }, { stop_sequence: "END" }),
  ]),
  refused: namedEvents([
    start({ input_tokens: 20, output_tokens: 1 }),
    ...end("refusal", { output_tokens: 1 }),
  ]),
  cut: namedEvents([start({ input_tokens: 20, output_tokens: 1 }), ...said(0, "Whi").slice(0, 2)]),
};
