// The official SDKs with the model that the app runs itself, in one dialect: a question, also streamed, also held.
import process from "node:process";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { accessOf, runSteps } from "./steps.mjs";

const model = process.env["MODEL"] ?? "";
const base = { model, temperature: 0 };
const content = "What is the capital of France?";
const system = "You are a helpful assistant.";
const messages = [{ role: /** @type {const} */ ("user"), content }];
const prompted = [{ role: /** @type {const} */ ("system"), content: system }, ...messages];
const short = { ...base, max_tokens: 32 };
const response = { ...base, instructions: system, input: content, max_output_tokens: 32 };

/** @param {string} kind */
function openai(kind) {
  const { openaiUrl, token } = accessOf(kind);
  return new OpenAI({ baseURL: openaiUrl, apiKey: token });
}
/** @param {string} kind */
function anthropic(kind) {
  const { anthropicUrl, token } = accessOf(kind);
  return new Anthropic({ baseURL: anthropicUrl, apiKey: token });
}

const dialects = {
  chat: {
    /** @param {string} kind */
    async ask(kind) {
      const asked = { ...short, messages: prompted };
      return (await openai(kind).chat.completions.create(asked)).choices[0]?.message.content;
    },
    async stream() {
      let text = "";
      const asked = { ...short, messages: prompted, stream: /** @type {const} */ (true) };
      for await (const part of await openai("WATCHED").chat.completions.create(asked))
        text += part.choices[0]?.delta.content ?? "";
      return text;
    },
  },
  responses: {
    /** @param {string} kind */
    async ask(kind) {
      return (await openai(kind).responses.create(response)).output_text;
    },
    async stream() {
      return (await openai("WATCHED").responses.stream(response).finalResponse()).output_text;
    },
  },
  messages: {
    /** @param {string} kind */
    async ask(kind) {
      const message = await anthropic(kind).messages.create({ ...short, system, messages });
      return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    },
    async stream() {
      return anthropic("WATCHED")
        .messages.stream({ ...short, system, messages })
        .finalText();
    },
  },
};

const { ask, stream } = dialects[/** @type {keyof typeof dialects} */ (process.argv[2] ?? "chat")];
await runSteps("local", { plain: () => ask("WATCHED"), stream, held: () => ask("HELD") });
