// OpenAI's Responses (API reference, "Create a model response"), without what a provider would keep: `POST /v1/responses`.
import { z } from "zod";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Block, Message, Tool } from "../request/document/message.ts";
import type { CompletionDocument, Dialect, DialectError, ReadBody } from "./dialect.ts";
import { openaiResponsesWriting } from "./openaiResponsesWriting.ts";
import { contentForm, dataUrl, inputOf, textBlock, without } from "./plain.ts";
import {
  exactly,
  invalid,
  invalidField,
  json,
  KEEPS_NONE,
  loose,
  modelName,
  RUNS_AT_PROVIDER,
} from "./reading.ts";

const content = z.union([z.string(), z.array(loose({ type: z.string() }))]);
const itemSchema = z.union([
  loose({ type: z.literal("message").optional(), role: z.string().max(100), content }),
  loose({
    type: z.literal("function_call"),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  loose({ type: z.literal("function_call_output"), call_id: z.string(), output: content }),
  loose({
    type: z.string().refine((type) => !ITEMS.has(type), "Its fields are missing or wrong"),
  }),
]);
const ITEMS: ReadonlySet<string> = new Set([
  "message",
  "function_call",
  "function_call_output",
  "item_reference",
  "tool_use",
  "tool_result",
  "text",
  "image",
]);
/** What the body must be, whatever else of it can be read; see also `unsupported`. */
const refusing = { model: modelName, tools: z.array(loose({ type: z.string() })).nullish() };
const refusingSchema = loose(refusing);
const bodySchema = loose({
  ...refusing,
  input: z.union([z.string(), z.array(itemSchema).min(1)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: z.number().int().min(1).nullish(),
  temperature: z.number().nullish(),
  tool_choice: json.optional(),
});

/** What only a provider that keeps responses has. */
const KEPT_THERE = ["previous_response_id", "conversation", "prompt"] as const;
/** Tools that the program itself runs, and the search that Codex always offers, which is never sent. */
const TOOL_TYPES: ReadonlySet<string> = new Set(["function", "custom", "namespace", "web_search"]);

/** The first field that asks for what Countersign does not do. */
function unsupported(body: JsonObject): DialectError | null {
  const kept = KEPT_THERE.find((name) => (body[name] ?? null) !== null);
  if (kept !== undefined) return invalidField(kept, "Countersign keeps no responses");
  const state = ["background", "store"].find((name) => (body[name] ?? false) !== false);
  if (state !== undefined) return invalidField(state, KEEPS_NONE);
  const tools = (body["tools"] ?? []) as JsonObject[];
  const at = tools.findIndex(({ type }) => !TOOL_TYPES.has(String(type)));
  if (at >= 0) return invalidField(`tools.${at}.type`, RUNS_AT_PROVIDER);
  return null;
}

function read(body: Json): ReadBody {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return { ok: false, error: invalid(parsed.error) };
  const given = parsed.data;
  const error = unsupported(given as JsonObject);
  if (error !== null) return { ok: false, error };
  const { model, input, instructions, max_output_tokens: limit, temperature, tools } = given;
  const choice = given.tool_choice;
  const hasMode = choice === "auto" || choice === "none" || choice === "required";
  const isText = typeof input === "string";
  const taken = [
    "model",
    "input",
    "stream",
    ...(typeof instructions === "string" ? ["instructions"] : []),
    ...(typeof limit === "number" ? ["max_output_tokens"] : []),
    ...(typeof temperature === "number" ? ["temperature"] : []),
    ...(tools ? ["tools"] : []),
    ...(hasMode ? ["tool_choice"] : []),
  ];
  const document: CompletionDocument = {
    messages: isText
      ? [{ role: "user", content: [textBlock(input)] }]
      : messagesFrom(input as JsonObject[]),
    ...(typeof instructions === "string" ? { systemPrompt: instructions } : {}),
    ...(typeof limit === "number" ? { maxTokens: limit } : {}),
    ...(typeof temperature === "number" ? { temperature } : {}),
    ...(tools ? { tools: (tools as JsonObject[]).map(toolFrom) } : {}),
    ...(hasMode ? { toolChoice: { mode: choice } } : {}),
    completion: {
      dialect: "openai-responses",
      model,
      fields: without(given as JsonObject, ...taken),
      ...(isText ? { inputForm: "text" } : {}),
    },
  };
  return { ok: true, document, stream: given.stream === true };
}

/** Calls that follow each other are one message, as are their results: other dialects want them together. */
function messagesFrom(items: readonly JsonObject[]): Message[] {
  const messages: Message[] = [];
  for (const item of items) {
    const last = messages.at(-1);
    if (item["type"] === undefined || item["type"] === "message") {
      messages.push(messageFrom(item));
      continue;
    }
    const role = String(item["type"]).endsWith("_output") ? "user" : "assistant";
    const block = itemFrom(item);
    if (last?.["items"] === true && last.role === role && Array.isArray(last.content))
      last.content.push(block);
    else messages.push({ role, content: [block], items: true });
  }
  return messages;
}

function messageFrom(item: JsonObject): Message {
  const { role, content: given, ...rest } = item;
  const blocks = blocksFrom(given, String(role));
  return { role: String(role), content: blocks, ...rest, ...contentForm(given, blocks) };
}

function itemFrom(item: JsonObject): Block {
  if (item["type"] === "function_call") {
    const { type: _type, call_id: id, name, arguments: text, ...rest } = item;
    const about = Object.keys(rest).length === 0 ? {} : { item: rest };
    return { type: "tool_use", id: id ?? "", name: name ?? "", ...inputOf(String(text)), ...about };
  }
  if (item["type"] !== "function_call_output") return item as Block;
  const { type: _type, call_id: id, output, ...rest } = item;
  const blocks = blocksFrom(output, "user");
  const about = Object.keys(rest).length === 0 ? {} : { item: rest };
  return {
    type: "tool_result",
    toolUseId: id ?? "",
    content: blocks,
    ...about,
    ...contentForm(output, blocks),
  };
}

const blocksFrom = (given: Json | undefined, role: string): Block[] =>
  typeof given === "string"
    ? [textBlock(given)]
    : ((given ?? []) as Block[]).map((part) => blockFrom(part, role));

function blockFrom(part: Block, role: string): Block {
  const { text, image_url: url } = part;
  const isText = part.type === "input_text" || part.type === "output_text";
  if (isText && typeof text === "string") {
    const usual = role === "assistant" ? "output_text" : "input_text";
    return { ...part, type: "text", ...(part.type === usual ? {} : { part: part.type }) };
  }
  const found = part.type === "input_image" && typeof url === "string" ? dataUrl(url) : null;
  // An address is kept as it is: Countersign loads nothing.
  return found === null ? part : { ...without(part, "image_url"), type: "image", ...found };
}

function toolFrom(tool: JsonObject): Tool {
  const { type, name, parameters, ...rest } = tool;
  if (type !== "function" || typeof name !== "string" || !isJsonObject(parameters))
    return { name: typeof name === "string" ? name : String(type), raw: tool };
  return { name, ...rest, inputSchema: parameters };
}

export const openaiResponses: Dialect = {
  name: "openai-responses",
  path: "/v1/responses",
  read: exactly(
    "openai-responses",
    read,
    openaiResponsesWriting.body,
    (body) => refusingSchema.safeParse(body).success && unsupported(body) === null,
  ),
  ...openaiResponsesWriting,
};
