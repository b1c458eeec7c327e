// Streams of Gemini's generateContent, written from ai.google.dev/api/generate-content (GenerateContentResponse).
import { events } from "../frames.ts";
import { PNG } from "../documents.ts";

const chunk = (parts: object[], finishReason?: string, usageMetadata?: object) => ({
  candidates: [
    {
      content: { parts, role: "model" },
      index: 0,
      ...(finishReason === undefined ? {} : { finishReason }),
    },
  ],
  ...(usageMetadata === undefined ? {} : { usageMetadata }),
  modelVersion: "gemini-2.5-pro",
  responseId: "mAitaLmkHPPlz7IPvtfUqQ4",
});
const usage = (prompt: number, cached: number, candidates: number, thoughts: number) => ({
  promptTokenCount: prompt,
  cachedContentTokenCount: cached,
  candidatesTokenCount: candidates,
  thoughtsTokenCount: thoughts,
  totalTokenCount: prompt + candidates + thoughts,
});
const call = (id: string, city: string, more: object = {}) => ({
  functionCall: { id, name: "get_weather", args: { city } },
  ...more,
});

export const google = {
  calls: events(
    [
      chunk([{ text: "I'll check " }]),
      chunk([{ text: "both." }]),
      chunk([
        call("paris1", "Paris", { thoughtSignature: "CpcHAdHtim9" }),
        call("london1", "London"),
      ]),
      chunk([{ text: "" }], "STOP", usage(472, 0, 89, 0)),
    ],
    false,
  ),
  thought: events(
    [
      chunk([{ text: "The pixel ", thought: true }]),
      chunk([{ text: "is white.", thought: true }]),
      chunk([{ text: "Whi" }]),
      chunk([{ text: "te." }], "STOP", usage(1120, 1000, 15, 64)),
    ],
    false,
  ),
  drawn: events(
    [
      chunk([{ text: "Here:" }]),
      chunk([{ inlineData: { mimeType: "image/png", data: PNG } }]),
      chunk([], "STOP", usage(20, 0, 1290, 0)),
    ],
    false,
  ),
  full: events([chunk([{ text: "Whi" }], "MAX_TOKENS", usage(20, 0, 3, 0))], false),
  refused: events(
    [{ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: usage(20, 0, 0, 0) }],
    false,
  ),
  cut: events([chunk([{ text: "Whi" }])], false),
};
