// The requests that tests send to every family of providers; the resulting bytes are pinned in `e2e/corpora/wire`.
import type { Block, RequestDocument, Tool } from "#shared/request/document/message.ts";

/** One white pixel, and audio of zero length. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
export const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

export const text = (value: string): Block => ({ type: "text", text: value });
const image: Block = { type: "image", data: PNG, mimeType: "image/png" };
const audio: Block = { type: "audio", data: WAV, mimeType: "audio/wav" };

const GET_WEATHER: Tool = {
  name: "get_weather",
  description: "Get current weather for a city",
  inputSchema: {
    type: "object",
    properties: { city: { type: "string", description: "City name" } },
    required: ["city"],
  },
};

const QUESTION = { role: "user", content: text("What's the weather like in Paris and London?") };
const CALLS = {
  role: "assistant",
  content: [
    { type: "tool_use", id: "call_abc123", name: "get_weather", input: { city: "Paris" } },
    { type: "tool_use", id: "call_def456", name: "get_weather", input: { city: "London" } },
  ],
};
const result = (toolUseId: string, content: Block[], more: object = {}): Block => ({
  type: "tool_result",
  toolUseId,
  content,
  ...more,
});

/** The example of the specification (2025-11-25, client/sampling, multi-turn tool loop), first request. */
export const WEATHER_FIRST: RequestDocument = {
  messages: [QUESTION],
  tools: [GET_WEATHER],
  toolChoice: { mode: "auto" },
  maxTokens: 1000,
};

/** The same example, second request: both calls with their results. */
export const WEATHER_SECOND: RequestDocument = {
  messages: [
    QUESTION,
    CALLS,
    {
      role: "user",
      content: [
        result("call_abc123", [text("Weather in Paris: 18°C, partly cloudy")]),
        result("call_def456", [text("Weather in London: 15°C, rainy")]),
      ],
    },
  ],
  tools: [GET_WEATHER],
  maxTokens: 1000,
};

/** A tool loop with a failed call, a result with two texts, and one more call to come. */
export const FAILED_CALL: RequestDocument = {
  messages: [
    QUESTION,
    { role: "assistant", content: [text("Let me look."), ...CALLS.content] },
    {
      role: "user",
      content: [
        result("call_abc123", [text("No such city: Paris")], { isError: true }),
        result("call_def456", [text("15°C"), text("rainy")]),
      ],
    },
  ],
  tools: [GET_WEATHER],
  toolChoice: { mode: "required" },
  maxTokens: 1000,
};

/** Everything that a conversation without tools may contain and every family accepts. */
export const LOOK: RequestDocument = {
  systemPrompt: "Be brief.",
  messages: [
    { role: "user", content: [text("What is this?"), image, text("In one word.")] },
    { role: "assistant", content: text("Dot") },
    { role: "user", content: text("  And its colour?\n") },
  ],
  maxTokens: 300,
  temperature: 0.7,
  stopSequences: ["END", "\n\n"],
};

/** Audio from the user. */
export const HEAR: RequestDocument = {
  messages: [{ role: "user", content: [audio, text("Who speaks?")] }],
  maxTokens: 50,
};

/** An image in a tool result. */
export const PICTURE: RequestDocument = {
  messages: [
    QUESTION,
    { role: "assistant", content: [CALLS.content[0] ?? text("")] },
    { role: "user", content: [result("call_abc123", [text("A map:"), image])] },
  ],
  tools: [GET_WEATHER],
  maxTokens: 100,
};

/** An image that the model generated. */
export const DRAWN: RequestDocument = {
  messages: [
    { role: "user", content: text("Draw a dot.") },
    { role: "assistant", content: [text("Here:"), image] },
    { role: "user", content: text("Larger.") },
  ],
  maxTokens: 100,
};
