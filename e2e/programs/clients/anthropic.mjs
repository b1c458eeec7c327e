// Anthropic's SDK for Node.
import Anthropic from "@anthropic-ai/sdk";
import { accessOf, LEAVE, leftWhileHeld, refused, runSteps } from "./steps.mjs";

/** @param {string} kind @param {number} [maxRetries] */
function client(kind, maxRetries = 2) {
  const { anthropicUrl, token } = accessOf(kind);
  return new Anthropic({ baseURL: anthropicUrl, apiKey: token, maxRetries });
}
const watched = client("WATCHED");
const base = { model: "scripted-1", max_tokens: 500 };
/** @param {string} content @returns {import("@anthropic-ai/sdk").Anthropic.MessageParam[]} */
const user = (content) => [{ role: "user", content }];
/** @param {Anthropic} on @param {string} content @param {{ signal?: AbortSignal }} [options] */
const ask = (on, content, options) =>
  on.messages.create({ ...base, messages: user(content) }, options);
/** @param {import("@anthropic-ai/sdk").Anthropic.Message} message */
const textOf = ({ content }) =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");

/** @param {string} content */
async function stream(content) {
  let text = "";
  const events = watched.messages.stream({ ...base, messages: user(content) });
  events.on("text", (more) => (text += more));
  await events.finalMessage();
  return text;
}

await runSteps("anthropic", {
  plain: async () => textOf(await ask(watched, "Plain.")),
  stream: () => stream("Stream."),
  tools: async () => {
    const input_schema = {
      type: /** @type {const} */ ("object"),
      required: ["city"],
      properties: { city: { type: "string" } },
    };
    const tools = [{ name: "weather", input_schema }];
    const messages = user("USE TOOL.");
    const first = await watched.messages.create({ ...base, messages, tools });
    const call = first.content.find((block) => block.type === "tool_use");
    if (call === undefined) throw new Error("no call");
    const content = `21 degrees in ${Reflect.get(Object(call.input), "city")}`;
    messages.push(
      { role: "assistant", content: first.content },
      { role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content }] },
    );
    return textOf(await watched.messages.create({ ...base, messages, tools }));
  },
  structured: async () => {
    const schema = {
      type: "object",
      additionalProperties: false,
      required: ["city", "degrees"],
      properties: { city: { type: "string" }, degrees: { type: "integer" } },
    };
    const done = await watched.messages.create({
      ...base,
      messages: user("Structured."),
      output_config: { format: { type: "json_schema", schema } },
    });
    return JSON.parse(textOf(done));
  },
  cancel: async () => {
    const stream = await watched.messages.create({
      ...base,
      messages: user("NEVER END."),
      stream: true,
    });
    for await (const event of stream) if (event.type === "content_block_delta") break;
    stream.controller.abort();
    return "cancelled";
  },
  fails: () => refused(stream("Fail midway.")),
  leave: () => leftWhileHeld((signal) => ask(client("HELD"), LEAVE, { signal })),
  reject: () => refused(ask(client("HELD"), "Reject me, anthropic.")),
  limit: () => refused(ask(client("LIMITED", 0), "Limited.")),
  budget: () => refused(ask(client("BUDGET"), "Budget.")),
});
