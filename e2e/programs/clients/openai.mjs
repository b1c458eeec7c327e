// OpenAI's SDK for Node: chat completions, then Responses.
import process from "node:process";
import OpenAI from "openai";
import { accessOf, LEAVE, leftWhileHeld, refused, runSteps } from "./steps.mjs";

/** @param {string} kind @param {number} [maxRetries] */
function client(kind, maxRetries = 2) {
  const { openaiUrl, token } = accessOf(kind);
  return new OpenAI({ baseURL: openaiUrl, apiKey: token, maxRetries });
}
const model = "scripted-1";
const watched = client("WATCHED");
const parameters = {
  type: "object",
  additionalProperties: false,
  required: ["city"],
  properties: { city: { type: "string" } },
};
const schema = {
  type: "object",
  additionalProperties: false,
  required: ["city", "degrees"],
  properties: { city: { type: "string" }, degrees: { type: "integer" } },
};

const chat = {
  /** @param {OpenAI} on @param {string} content @param {{ signal?: AbortSignal }} [options] */
  ask: (on, content, options) =>
    on.chat.completions.create({ model, messages: [{ role: "user", content }] }, options),
  plain: async () => (await chat.ask(watched, "Plain.")).choices[0]?.message.content,
  stream: async (content = "Stream.") => {
    let text = "";
    const messages = [{ role: /** @type {const} */ ("user"), content }];
    for await (const part of await watched.chat.completions.create({
      model,
      messages,
      stream: true,
    }))
      text += part.choices[0]?.delta.content ?? "";
    return text;
  },
  tools: async () => {
    /** @type {import("openai").OpenAI.ChatCompletionMessageParam[]} */
    const messages = [{ role: "user", content: "USE TOOL." }];
    const tools = [
      { type: /** @type {const} */ ("function"), function: { name: "weather", parameters } },
    ];
    const first = await watched.chat.completions.create({ model, messages, tools });
    const said = first.choices[0]?.message;
    const [call] = said?.tool_calls ?? [];
    if (said === undefined || call === undefined || call.type !== "function")
      throw new Error("no call");
    const { city } = JSON.parse(call.function.arguments);
    messages.push(said, { role: "tool", tool_call_id: call.id, content: `21 degrees in ${city}` });
    const second = await watched.chat.completions.create({ model, messages, tools });
    return second.choices[0]?.message.content;
  },
  structured: async () => {
    const done = await watched.chat.completions.parse({
      model,
      messages: [{ role: "user", content: "Structured." }],
      response_format: {
        type: "json_schema",
        json_schema: { name: "weather", strict: true, schema },
      },
    });
    return done.choices[0]?.message.parsed;
  },
  cancel: async () => {
    const messages = [{ role: /** @type {const} */ ("user"), content: "NEVER END." }];
    const stream = await watched.chat.completions.create({ model, messages, stream: true });
    for await (const _part of stream) break;
    stream.controller.abort();
    return "cancelled";
  },
};

const responses = {
  /** @param {OpenAI} on @param {string} input @param {{ signal?: AbortSignal }} [options] */
  ask: (on, input, options) => on.responses.create({ model, input }, options),
  plain: async () => (await responses.ask(watched, "Plain.")).output_text,
  stream: async (input = "Stream.") => {
    let text = "";
    for await (const event of await watched.responses.create({
      model,
      input,
      stream: true,
    }))
      if (event.type === "response.output_text.delta") text += event.delta;
    return text;
  },
  tools: async () => {
    /** @type {import("openai").OpenAI.Responses.ResponseInput} */
    const input = [{ role: "user", content: "USE TOOL." }];
    const tools = [
      { type: /** @type {const} */ ("function"), name: "weather", parameters, strict: true },
    ];
    const first = await watched.responses.create({ model, input, tools });
    const call = first.output.find((item) => item.type === "function_call");
    if (call === undefined) throw new Error("no call");
    const output = `21 degrees in ${JSON.parse(call.arguments).city}`;
    input.push(call, { type: "function_call_output", call_id: call.call_id, output });
    return (await watched.responses.create({ model, input, tools })).output_text;
  },
  structured: async () => {
    const format = {
      type: /** @type {const} */ ("json_schema"),
      name: "weather",
      strict: true,
      schema,
    };
    const text = { format };
    return (await watched.responses.parse({ model, input: "Structured.", text })).output_parsed;
  },
  cancel: async () => {
    const stream = await watched.responses.create({ model, input: "NEVER END.", stream: true });
    for await (const event of stream) if (event.type === "response.output_text.delta") break;
    stream.controller.abort();
    return "cancelled";
  },
};

const api = process.argv[2] === "responses" ? responses : chat;
const { ask, ...steps } = api;
await runSteps("openai", {
  ...steps,
  fails: () => refused(api.stream("Fail midway.")),
  leave: () => leftWhileHeld((signal) => ask(client("HELD"), LEAVE, { signal })),
  reject: () => refused(ask(client("HELD"), `Reject me, ${process.argv[2]} of openai.`)),
  limit: () => refused(ask(client("LIMITED", 0), "Limited.")),
  budget: () => refused(ask(client("BUDGET"), "Budget.")),
});
