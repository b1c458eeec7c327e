// What the official SDKs and the AI SDK read in a response whose provider did not report its usage, or only one count.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { generateText, streamText } from "ai";
import type { LanguageModel } from "ai";
import OpenAI from "openai";
import { expect, it } from "vitest";
import { isJsonObject } from "#shared/json.ts";
import { DIALECTS } from "#shared/dialects/registry.ts";
import type { DialectName } from "#shared/dialects/dialect.ts";
import type { Usage } from "#shared/models/cost/cost.ts";

const TEXT = "Hi there";
const RESPONSE = { role: "assistant", model: "m", content: { type: "text", text: TEXT } };
const FACTS = { id: "1", createdS: 1 };

/** A `fetch` that responds with the dialect's own writing. `isLive`: the stream began while the model wrote. */
const responding =
  (name: DialectName, usage: Usage | undefined, isLive: boolean): typeof fetch =>
  async (_url, init) => {
    const dialect = DIALECTS[name];
    const body: unknown = JSON.parse(typeof init?.body === "string" ? init.body : "");
    if (!isJsonObject(body)) throw new Error("no object");
    const facts = { ...FACTS, ...(usage === undefined ? {} : { usage }) };
    if (body["stream"] !== true) return Response.json(dialect.response(RESPONSE, facts));
    const request = dialect.read(body);
    if (!request.ok) throw new Error(request.error.message);
    const writer = dialect.events(request.document, isLive ? FACTS : facts);
    const text = writer.begin(!isLive) + writer.text(TEXT) + writer.end(RESPONSE, usage);
    return Promise.resolve(
      new Response(text, { headers: { "content-type": "text/event-stream" } }),
    );
  };

const ASKED = { model: "m", messages: [{ role: "user" as const, content: "Hi" }] };

async function throughAiSdk(model: LanguageModel): Promise<string[]> {
  const { text } = await generateText({ model, prompt: "Hi", maxRetries: 0 });
  let streamed = "";
  const { fullStream } = streamText({ model, prompt: "Hi", maxRetries: 0 });
  for await (const part of fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") streamed += part.text;
  }
  return [text, streamed];
}

/** By client: the texts that it reads, whole and streamed. */
const CLIENTS: Record<string, [DialectName, (send: typeof fetch) => Promise<unknown[]>]> = {
  "openai, chat completions": [
    "openai-chat",
    async (send) => {
      const client = new OpenAI({ apiKey: "t", fetch: send, maxRetries: 0 });
      const whole = await client.chat.completions.create(ASKED);
      const options = { stream_options: { include_usage: true } };
      const streamed = await client.chat.completions
        .stream({ ...ASKED, ...options })
        .finalChatCompletion();
      return [whole, streamed].map(({ choices }) => choices[0]?.message.content);
    },
  ],
  "openai, Responses": [
    "openai-responses",
    async (send) => {
      const client = new OpenAI({ apiKey: "t", fetch: send, maxRetries: 0 });
      const given = { model: "m", input: "Hi" };
      const whole = await client.responses.create(given);
      const streamed = await client.responses.stream(given).finalResponse();
      return [whole, streamed].map((response) => response.output_text);
    },
  ],
  "@anthropic-ai/sdk": [
    "anthropic-messages",
    async (send) => {
      const client = new Anthropic({ apiKey: "t", fetch: send, maxRetries: 0 });
      const given = { ...ASKED, max_tokens: 9 };
      const whole = await client.messages.create(given);
      const streamed = await client.messages.stream(given).finalMessage();
      const texts = [whole, streamed].map(({ content }) => content[0]);
      return texts.map((block) => (block?.type === "text" ? block.text : null));
    },
  ],
  "@ai-sdk/openai, chat completions": [
    "openai-chat",
    (send) => throughAiSdk(createOpenAI({ apiKey: "t", fetch: send }).chat("m")),
  ],
  "@ai-sdk/openai, Responses": [
    "openai-responses",
    (send) => throughAiSdk(createOpenAI({ apiKey: "t", fetch: send }).responses("m")),
  ],
  "@ai-sdk/anthropic": [
    "anthropic-messages",
    (send) => throughAiSdk(createAnthropic({ apiKey: "t", fetch: send })("m")),
  ],
};

const USAGES: Record<string, Usage | undefined> = {
  "no usage": undefined,
  "an empty usage": {},
  "only input tokens": { inputTokens: 7 },
  "only output tokens": { outputTokens: 5 },
  "both counts": { inputTokens: 7, outputTokens: 5 },
};

it.each(
  Object.entries(CLIENTS).flatMap(([client, [name, read]]) =>
    Object.entries(USAGES).map(([told, usage]) => ({ client, told, name, read, usage })),
  ),
)("$client reads a response with $told", async ({ name, read, usage }) => {
  expect(await read(responding(name, usage, false))).toEqual([TEXT, TEXT]);
  expect(await read(responding(name, usage, true))).toEqual([TEXT, TEXT]);
});
