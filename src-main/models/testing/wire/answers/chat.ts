// Streams of chat completions, written from developers.openai.com/api/reference/resources/chat (chunk object), and
// what others add to them: `reasoning_content` (DeepSeek, vLLM, llama.cpp), OpenRouter's reasoning and images
// (openrouter.ai/docs/guides), Mistral's thinking (docs.mistral.ai/capabilities/reasoning).
import { events } from "../frames.ts";
import { PNG } from "../documents.ts";

const chunk = (model: string, delta: object, finish_reason: string | null = null, more = {}) => ({
  id: "chatcmpl-123",
  object: "chat.completion.chunk",
  created: 1_694_268_190,
  model,
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
});
const called = (index: number, id: string, first: string, ...rest: string[]) => [
  {
    tool_calls: [
      { index, id, type: "function", function: { name: "get_weather", arguments: first } },
    ],
  },
  ...rest.map((args) => ({ tool_calls: [{ index, function: { arguments: args } }] })),
];
const counted = (prompt: number, cached: number, completion: number, thought: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
  prompt_tokens_details: { cached_tokens: cached },
  completion_tokens_details: { reasoning_tokens: thought },
});
/** The last chunk has the usage and no choice. */
const total = (model: string, usage: object) => ({ ...chunk(model, {}), choices: [], usage });

/** A stream of the deltas, as `model`, with the usage in a chunk of its own. */
function stream(model: string, deltas: object[], finish: string, usage: object) {
  return events([
    chunk(model, { role: "assistant", content: "" }),
    ...deltas.map((delta) => chunk(model, delta)),
    chunk(model, {}, finish),
    total(model, usage),
  ]);
}

const CALLS = [
  { content: "I'll check " },
  { content: "both." },
  ...called(0, "call_PARIS", "", '{"city":', '"Paris"}'),
  ...called(1, "call_LONDON", "", '{"city":"Lon', 'don"}'),
];
const WHITE = [{ content: "Whi" }, { content: "te." }];

const gpt = "gpt-audio-2025-08-28";
export const openAiChat = {
  calls: stream(gpt, CALLS, "tool_calls", counted(472, 0, 89, 0)),
  thought: stream(gpt, WHITE, "stop", counted(1120, 1000, 15, 0)),
  full: stream(gpt, WHITE.slice(0, 1), "length", counted(20, 0, 3, 0)),
  refused: stream(gpt, [], "content_filter", counted(20, 0, 1, 0)),
  cut: events([chunk(gpt, { content: "Whi" })], false),
};

const llama = "llama-3.3-70b";
export const compatible = {
  ...openAiChat,
  calls: stream(llama, CALLS, "tool_calls", counted(472, 0, 89, 0)),
  thought: stream(
    llama,
    [{ reasoning_content: "The pixel " }, { reasoning_content: "is white." }, ...WHITE],
    "stop",
    counted(1120, 1000, 79, 64),
  ),
  broken: stream(
    llama,
    called(0, "call_PARIS", '{"city": Paris'),
    "tool_calls",
    counted(20, 0, 9, 0),
  ),
};

const sonnet = "anthropic/claude-sonnet-4.5";
const summary = (text: string) => ({
  reasoning: text,
  reasoning_details: [{ type: "reasoning.text", text, format: "anthropic-claude-v1", index: 0 }],
});
export const openRouter = {
  calls: stream(sonnet, CALLS, "tool_calls", counted(472, 0, 89, 0)),
  thought: stream(
    sonnet,
    [summary("The pixel "), summary("is white."), ...WHITE],
    "stop",
    counted(1120, 1000, 79, 64),
  ),
  drawn: stream(
    "google/gemini-2.5-flash-image",
    [
      { content: "Here:" },
      {
        images: [
          { type: "image_url", index: 0, image_url: { url: `data:image/png;base64,${PNG}` } },
        ],
      },
    ],
    "stop",
    counted(20, 0, 1290, 0),
  ),
  refused: stream(sonnet, [], "content_filter", counted(20, 0, 1, 0)),
  cut: events([chunk(sonnet, { content: "Whi" })], false),
};

const large = "mistral-large-2512";
const think = (text: string) => ({
  content: [{ type: "thinking", thinking: [{ type: "text", text }] }],
});
/** Mistral sends each call whole, and the usage with the last choice. */
const mistralStream = (deltas: object[], finish: string, usage: object) =>
  events([
    chunk(large, { role: "assistant", content: "" }),
    ...deltas.map((delta) => chunk(large, delta)),
    chunk(large, { content: "" }, finish, { usage }),
  ]);
export const mistral = {
  calls: mistralStream(
    [
      { content: "I'll check " },
      { content: "both." },
      {
        tool_calls: [
          {
            id: "D681PevKs",
            function: { name: "get_weather", arguments: '{"city": "Paris"}' },
            index: 0,
          },
          {
            id: "gSIMJiOkT",
            function: { name: "get_weather", arguments: '{"city": "London"}' },
            index: 1,
          },
        ],
      },
    ],
    "tool_calls",
    counted(472, 0, 89, 0),
  ),
  thought: mistralStream(
    [think("The pixel "), think("is white."), ...WHITE],
    "stop",
    counted(1120, 1000, 79, 64),
  ),
  full: mistralStream(WHITE.slice(0, 1), "model_length", counted(20, 0, 3, 0)),
  cut: events([chunk(large, { content: "Whi" })], false),
};
