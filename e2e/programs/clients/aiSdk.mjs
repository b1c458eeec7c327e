// Vercel's AI SDK, with OpenAI's provider (Responses) or Anthropic's.
import process from "node:process";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from "ai";
import { accessOf, LEAVE, leftWhileHeld, refused, runSteps } from "./steps.mjs";

const of = process.argv[2] ?? "openai";
/** @param {string} kind */
function modelOf(kind) {
  const { openaiUrl, anthropicUrl, token } = accessOf(kind);
  return of === "openai"
    ? createOpenAI({ baseURL: openaiUrl, apiKey: token })("scripted-1")
    : createAnthropic({ baseURL: `${anthropicUrl}/v1`, apiKey: token })("scripted-1");
}
const model = modelOf("WATCHED");
/** @param {string} kind @param {string} prompt @param {number} [maxRetries] */
const ask = (kind, prompt, maxRetries = 2) =>
  generateText({ model: modelOf(kind), prompt, maxRetries });
const weather = tool({
  description: "The weather in a city.",
  inputSchema: jsonSchema({
    type: "object",
    additionalProperties: false,
    required: ["city"],
    properties: { city: { type: "string" } },
  }),
  execute: async (input) => `21 degrees in ${Reflect.get(Object(input), "city")}`,
});

/** @param {string} prompt */
async function stream(prompt) {
  let text = "";
  for await (const part of streamText({ model, prompt, onError() {} }).fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") text += part.text;
  }
  return text;
}

await runSteps(`ai-sdk ${of}`, {
  plain: async () => (await ask("WATCHED", "Plain.")).text,
  stream: () => stream("Stream."),
  tools: async () => {
    const stopWhen = stepCountIs(3);
    return (await generateText({ model, prompt: "USE TOOL.", tools: { weather }, stopWhen })).text;
  },
  structured: async () => {
    const schema = jsonSchema({
      type: "object",
      additionalProperties: false,
      required: ["city", "degrees"],
      properties: { city: { type: "string" }, degrees: { type: "integer" } },
    });
    const output = Output.object({ schema });
    return (await generateText({ model, prompt: "Structured.", output })).output;
  },
  cancel: async () => {
    const leave = new AbortController();
    const { textStream } = streamText({
      model,
      prompt: "NEVER END.",
      abortSignal: leave.signal,
    });
    let some = "";
    for await (const more of textStream) {
      some = more;
      break;
    }
    leave.abort();
    return some === "" ? "nothing came" : "cancelled";
  },
  fails: () => refused(stream("Fail midway.")),
  leave: () =>
    leftWhileHeld((abortSignal) =>
      generateText({ model: modelOf("HELD"), prompt: LEAVE, abortSignal }),
    ),
  reject: () => refused(ask("HELD", `Reject me, AI SDK of ${of}.`)),
  limit: () => refused(ask("LIMITED", "Limited.", 0)),
  budget: () => refused(ask("BUDGET", "Budget.", 0)),
});
