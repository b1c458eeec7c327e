// Writes bodies, responses and events of OpenAI's Responses. Without schemas: the window uses it too.
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Usage } from "../models/cost/cost.ts";
import { blocksOf } from "../request/document/blocks.ts";
import type { Block, Message, ResponseDocument, Tool } from "../request/document/message.ts";
import type { Dialect, ResponseFacts } from "./dialect.ts";
import { openaiError, openaiModel, openaiModels } from "./openaiShared.ts";
import { messageItem, responseEvents } from "./openaiResponsesEvents.ts";
import { argumentsOf, contentWritten, textOf, without, unreadBody } from "./plain.ts";

type Writing = Omit<Dialect, "name" | "path" | "read">;

const body: Writing["body"] = (document, stream) => {
  const unread = unreadBody(document, stream);
  if (unread !== null) return unread;
  const { messages, systemPrompt, maxTokens, temperature, tools, toolChoice } = document;
  const { model, fields, inputForm } = document.completion;
  const input = messages.flatMap(itemsFor);
  const [only] = input;
  const isText =
    inputForm === "text" && input.length === 1 && typeof only?.["content"] === "string";
  return {
    model,
    input: isText ? (only["content"] ?? "") : input,
    ...fields,
    ...(systemPrompt === undefined ? {} : { instructions: systemPrompt }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools === undefined ? {} : { tools: tools.map(toolFor) }),
    ...(toolChoice?.mode === undefined ? {} : { tool_choice: toolChoice.mode }),
    ...(stream ? { stream: true } : {}),
  };
};

/** Tool calls and results are items of their own. */
function itemsFor(message: Message): JsonObject[] {
  const { role, content, items, contentForm: form, ...rest } = message;
  const blocks = blocksOf(content);
  const isItem = ({ type }: Block) =>
    items === true || type === "tool_use" || type === "tool_result";
  const parts = blocks.filter((block) => !isItem(block));
  const own = blocks.filter(isItem).map(itemFor);
  if (own.length > 0 && parts.length === 0) return own;
  const written = contentWritten(parts, form, (block) => partFor(block, role)) ?? "";
  return [...own, { role, content: written, ...rest }];
}

function itemFor(block: Block): JsonObject {
  const { id, name, toolUseId, content, contentForm: form, item } = block;
  const about = isJsonObject(item) ? item : {};
  if (block.type === "tool_use") {
    const named = { call_id: id ?? "", name: name ?? "" };
    if (about["type"] === "custom_tool_call")
      return { ...about, ...named, input: textInput(block) };
    return { type: "function_call", ...named, arguments: argumentsOf(block), ...about };
  }
  if (block.type !== "tool_result") return block;
  const blocks = Array.isArray(content) ? (content as Block[]) : [];
  const output = contentWritten(blocks, form, (one) => partFor(one, "user")) ?? "";
  return { type: "function_call_output", call_id: toolUseId ?? "", output, ...about };
}

/** A custom tool's input is plain text; the desk shows it as the only argument. */
function textInput({ input }: Block): string {
  const text = isJsonObject(input) ? input["input"] : input;
  return typeof text === "string" ? text : JSON.stringify(input ?? "");
}

function partFor(block: Block, role: string): JsonObject {
  const { data, mimeType, part } = block;
  if (block.type === "text") {
    const usual = role === "assistant" ? "output_text" : "input_text";
    return { ...without(block, "part"), type: part ?? usual };
  }
  if (block.type !== "image") return block;
  const url = `data:${String(mimeType)};base64,${String(data)}`;
  return { ...without(block, "data", "mimeType"), type: "input_image", image_url: url };
}

function toolFor(tool: Tool): JsonObject {
  if (isJsonObject(tool["raw"])) return tool["raw"];
  const { inputSchema, ...rest } = tool;
  return { type: "function", ...rest, parameters: inputSchema ?? { type: "object" } };
}

/** Clients require both counts: unless the provider reported both, it is null. */
function usageOf(usage: Usage | undefined): JsonObject | null {
  const { inputTokens, outputTokens, cacheReadTokens = 0, reasoningTokens = 0 } = usage ?? {};
  if (inputTokens === undefined || outputTokens === undefined) return null;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cacheReadTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}

/** The items of a response in their order; texts that follow each other are one message. */
function outputOf(document: ResponseDocument, id: string): JsonObject[] {
  const items: JsonObject[] = [];
  let texts: Block[] = [];
  const message = (): void => {
    items.push(messageItem(id, items.length, textOf(texts)));
    texts = [];
  };
  for (const block of blocksOf(document.content)) {
    if (block.type === "text") texts.push(block);
    else {
      if (textOf(texts) !== "") message();
      const isCall = block.type === "tool_use";
      const about = isCall ? { id: `fc_${id}_${items.length}`, status: "completed" } : {};
      items.push({ ...about, ...itemFor(block) });
    }
  }
  const hasCall = items.some(({ type }) => String(type).endsWith("_call"));
  if (textOf(texts) !== "" || !hasCall) message();
  return items;
}

const INCOMPLETE: Record<string, string> = {
  maxTokens: "max_output_tokens",
  contextFull: "max_output_tokens",
  stopped: "max_output_tokens",
  interrupted: "max_output_tokens",
  incomplete: "max_output_tokens",
  "content-filter": "content_filter",
  content_filter: "content_filter",
  refusal: "content_filter",
};

/** A response object as it stands; `document` null: nothing is written yet. */
function responseAt(
  document: ResponseDocument | null,
  model: string,
  { id, createdS, usage }: ResponseFacts,
): JsonObject {
  const stop = document?.stopReason ?? "endTurn";
  const reason = (Object.hasOwn(INCOMPLETE, stop) ? INCOMPLETE[stop] : undefined) ?? null;
  const ended: Json = reason === null ? "completed" : "incomplete";
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: createdS,
    status: document === null ? "in_progress" : ended,
    background: false,
    error: null,
    incomplete_details: reason === null ? null : { reason },
    instructions: null,
    metadata: {},
    model: document?.model ?? model,
    output: document === null ? [] : outputOf(document, id),
    parallel_tool_calls: true,
    previous_response_id: null,
    store: false,
    temperature: null,
    top_p: null,
    tool_choice: "auto",
    tools: [],
    usage: document === null ? null : usageOf(usage),
  };
}

export const openaiResponsesWriting: Writing = {
  body,
  response: (document, facts) => responseAt(document, document.model, facts),
  events: (request, facts) =>
    responseEvents(facts.id, (document, usage) =>
      responseAt(document, facts.model ?? request.completion.model, {
        ...facts,
        ...(usage === undefined ? {} : { usage }),
      }),
    ),
  keepAlive: ": waiting for a decision in Countersign\n\n",
  error: openaiError,
  models: openaiModels,
  model: openaiModel,
};
