// Streams of OpenAI's Responses API, written from developers.openai.com/api/reference/resources/responses/streaming-events.
import { namedEvents } from "../frames.ts";

const response = (more: object) => ({
  id: "resp_67c9fdcecf488190bdd9a0409de3a1ec07b8b0ad4e5eb654",
  object: "response",
  created_at: 1_741_290_958,
  status: "in_progress",
  error: null,
  incomplete_details: null,
  model: "gpt-4.1-2025-04-14",
  output: [],
  ...more,
});
const created = { type: "response.created", response: response({}) };

function message(output_index: number, ...pieces: string[]) {
  const id = `msg_${output_index}`;
  const text = pieces.join("");
  const item = { id, type: "message", status: "in_progress", role: "assistant", content: [] };
  const part = { type: "output_text", text, annotations: [] };
  return [
    { type: "response.output_item.added", output_index, item },
    {
      type: "response.content_part.added",
      item_id: id,
      output_index,
      content_index: 0,
      part: { ...part, text: "" },
    },
    ...pieces.map((delta) => ({
      type: "response.output_text.delta",
      item_id: id,
      output_index,
      content_index: 0,
      delta,
    })),
    { type: "response.output_text.done", item_id: id, output_index, content_index: 0, text },
    { type: "response.content_part.done", item_id: id, output_index, content_index: 0, part },
    {
      type: "response.output_item.done",
      output_index,
      item: { ...item, status: "completed", content: [part] },
    },
  ];
}

function call(output_index: number, call_id: string, ...pieces: string[]) {
  const id = `fc_${output_index}`;
  const args = pieces.join("");
  const item = { id, type: "function_call", call_id, name: "get_weather", arguments: "" };
  const done = { ...item, status: "completed", arguments: args };
  return [
    { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } },
    ...pieces.map((delta) => ({
      type: "response.function_call_arguments.delta",
      item_id: id,
      output_index,
      delta,
    })),
    {
      type: "response.function_call_arguments.done",
      item_id: id,
      output_index,
      name: "get_weather",
      arguments: args,
    },
    { type: "response.output_item.done", output_index, item: done },
  ];
}

function reasoning(output_index: number, ...pieces: string[]) {
  const id = `rs_${output_index}`;
  const text = pieces.join("");
  const where = { item_id: id, output_index, summary_index: 0 };
  const item = { id, type: "reasoning", summary: [] as object[] };
  return [
    { type: "response.output_item.added", output_index, item },
    {
      type: "response.reasoning_summary_part.added",
      ...where,
      part: { type: "summary_text", text: "" },
    },
    ...pieces.map((delta) => ({ type: "response.reasoning_summary_text.delta", ...where, delta })),
    { type: "response.reasoning_summary_text.done", ...where, text },
    {
      type: "response.output_item.done",
      output_index,
      item: { ...item, summary: [{ type: "summary_text", text }] },
    },
  ];
}

const usage = (input: number, cached: number, output: number, thought: number) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cached },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: thought },
  total_tokens: input + output,
});
const completed = (counted: object) => ({
  type: "response.completed",
  response: response({ status: "completed", usage: counted }),
});

export const responses = {
  calls: namedEvents([
    created,
    ...message(0, "I'll check ", "both."),
    ...call(1, "call_PARIS", '{"city":', '"Paris"}'),
    ...call(2, "call_LONDON", '{"city":"Lon', 'don"}'),
    completed(usage(472, 0, 89, 0)),
  ]),
  thought: namedEvents([
    created,
    ...reasoning(0, "The pixel ", "is white."),
    ...message(1, "Whi", "te."),
    completed(usage(1120, 1000, 79, 64)),
  ]),
  full: namedEvents([
    created,
    ...message(0, "Whi"),
    {
      type: "response.incomplete",
      response: response({
        status: "incomplete",
        incomplete_details: { reason: "max_output_tokens" },
        usage: usage(20, 0, 3, 0),
      }),
    },
  ]),
  refused: namedEvents([
    created,
    {
      type: "response.incomplete",
      response: response({
        status: "incomplete",
        incomplete_details: { reason: "content_filter" },
        usage: usage(20, 0, 1, 0),
      }),
    },
  ]),
  cut: namedEvents([created, ...message(0, "Whi").slice(0, 3)]),
};
