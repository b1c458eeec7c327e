// Writes bodies, responses and events of OpenAI's chat completions. Free of schemas, as the window uses it too.
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Usage } from "../models/cost/cost.ts";
import { blocksOf, isReasoning, reasoningText } from "../request/document/blocks.ts";
import type { Block, Message, ResponseDocument, Tool } from "../request/document/message.ts";
import type { Dialect, EventWriter } from "./dialect.ts";
import { openaiError, openaiModel, openaiModels } from "./openaiShared.ts";
import { argumentsOf, contentWritten, hasCalls, textOf, without, unreadBody } from "./plain.ts";

type Writing = Omit<Dialect, "name" | "path" | "read">;

const body: Writing["body"] = (document, stream) => {
  const unread = unreadBody(document, stream);
  if (unread !== null) return unread;
  const { messages, systemPrompt, maxTokens, temperature, stopSequences, tools, toolChoice } =
    document;
  const { model, fields, systemRole, systemForm, stopForm, limitField } = document.completion;
  const system =
    systemPrompt === undefined
      ? []
      : [
          {
            role: systemRole ?? "system",
            content: systemForm === "list" ? [{ type: "text", text: systemPrompt }] : systemPrompt,
          },
        ];
  return {
    model,
    messages: [...system, ...messages.flatMap(messagesFor)],
    ...fields,
    ...(maxTokens === undefined || limitField === "max_tokens"
      ? {}
      : { max_completion_tokens: maxTokens }),
    ...(maxTokens === undefined || limitField === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined
      ? {}
      : {
          stop:
            stopSequences.length === 1 && stopForm !== "list"
              ? (stopSequences[0] ?? "")
              : stopSequences,
        }),
    ...(tools === undefined ? {} : { tools: tools.map(toolFor) }),
    ...(toolChoice?.mode === undefined ? {} : { tool_choice: toolChoice.mode }),
    ...(stream ? { stream: true } : {}),
  };
};

/** A message with several tool results becomes several messages. */
function messagesFor(message: Message): JsonObject[] {
  const { role, content, contentForm: form, ...rest } = message;
  const blocks = blocksOf(content);
  const results = blocks.filter(({ type }) => type === "tool_result");
  const others = blocks.filter(({ type }) => type !== "tool_result" && !isCall(type));
  const calls = blocks.filter(({ type }) => isCall(type)).map(callFor);
  const written: JsonObject[] = results.map(
    ({ toolUseId, content: result, contentForm: resultForm }) => ({
      role: "tool",
      tool_call_id: toolUseId ?? "",
      ...contentFor(Array.isArray(result) ? (result as Block[]) : [], resultForm),
      ...rest,
    }),
  );
  if (results.length > 0 && others.length === 0) return written;
  return [
    ...written,
    {
      role,
      ...contentFor(others, form, role === "assistant" ? "null" : "text"),
      ...rest,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

const isCall = (type: string): boolean => type === "tool_use" || type === "tool_call";

function contentFor(blocks: readonly Block[], form: Json | undefined, empty?: "text" | "null") {
  const content = contentWritten(blocks, form, partFor, empty);
  return content === undefined ? {} : { content };
}

function partFor(block: Block): JsonObject {
  if (block.type !== "image") return block;
  const { data, mimeType, detail } = block;
  const url = `data:${String(mimeType)};base64,${String(data)}`;
  return {
    type: "image_url",
    image_url: { url, ...(detail === undefined ? {} : { detail }) },
    ...without(block, "type", "data", "mimeType", "detail"),
  };
}

function callFor(block: Block): JsonObject {
  const { type, id, name, input: _input, written: _written, call, ...rest } = block;
  if (type === "tool_call" && isJsonObject(call)) return call;
  return {
    id: id ?? "",
    type: "function",
    function: { name: name ?? "", arguments: argumentsOf(block) },
    ...rest,
  };
}

function toolFor(tool: Tool): JsonObject {
  if (isJsonObject(tool["raw"])) return tool["raw"];
  const { name, inputSchema, outer, ...rest } = tool;
  const parameters = inputSchema === undefined ? {} : { parameters: inputSchema };
  const about = isJsonObject(outer) ? outer : {};
  return { type: "function", function: { name, ...rest, ...parameters }, ...about };
}

/** SDKs know no other values than these. */
const FINISHES: Record<string, string> = {
  maxTokens: "length",
  contextFull: "length",
  stopped: "length",
  interrupted: "length",
  incomplete: "length",
  "content-filter": "content_filter",
  content_filter: "content_filter",
  refusal: "content_filter",
  toolUse: "tool_calls",
};
/** A provider may say `stop` beside calls; of a reason that SDKs don't know, the calls are what counts. */
function finishOf({ stopReason = "endTurn", content }: ResponseDocument): string {
  const known = Object.hasOwn(FINISHES, stopReason) ? FINISHES[stopReason] : undefined;
  const isOther = stopReason !== "endTurn" && stopReason !== "stopSequence";
  return known ?? (isOther && hasCalls(content) ? "tool_calls" : "stop");
}

/** Clients require both counts: unless the provider reported both, there is no usage. */
function usageOf(usage: Usage | undefined): { usage?: JsonObject } {
  const { inputTokens, outputTokens, cacheReadTokens, reasoningTokens } = usage ?? {};
  if (inputTokens === undefined || outputTokens === undefined) return {};
  return {
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      ...(cacheReadTokens === undefined
        ? {}
        : { prompt_tokens_details: { cached_tokens: cacheReadTokens } }),
      ...(reasoningTokens === undefined
        ? {}
        : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
    },
  };
}

/** Reasoning as servers of this format write it (`reasoning_content`: DeepSeek, Qwen, llama.cpp); OpenAI writes none. */
const reasoningOf = (blocks: readonly Block[]): string =>
  blocks.filter(isReasoning).map(reasoningText).join("\n\n");

const response: Writing["response"] = (document, { id, createdS, usage }) => {
  const blocks = blocksOf(document.content);
  const calls = blocks.filter(({ type }) => isCall(type)).map(callFor);
  const text = textOf(blocks);
  const reasoning = reasoningOf(blocks);
  return {
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created: createdS,
    model: document.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text === "" && calls.length > 0 ? null : text,
          ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
          refusal: null,
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: finishOf(document),
      },
    ],
    ...usageOf(usage),
  };
};

const events: Writing["events"] = (request, { id, createdS, ...facts }): EventWriter => {
  const { fields, model: asked } = request.completion;
  const { model = asked } = facts;
  const options = fields["stream_options"];
  const tellsUsage = isJsonObject(options) && options["include_usage"] === true;
  let written = "";
  let thought = "";
  const chunk = (more: JsonObject): string =>
    data({
      id: `chatcmpl-${id}`,
      object: "chat.completion.chunk",
      created: createdS,
      model,
      ...more,
    });
  const delta = (given: JsonObject, finish: string | null = null): string =>
    chunk({ choices: [{ index: 0, delta: given, logprobs: null, finish_reason: finish }] });
  const reasoning = (more: string): string => {
    thought += more;
    return more === "" ? "" : delta({ reasoning_content: more });
  };
  return {
    begin: () => delta({ role: "assistant", content: "" }),
    text(more) {
      written += more;
      return delta({ content: more });
    },
    reasoning: (block) => reasoning(`${thought === "" ? "" : "\n\n"}${reasoningText(block)}`),
    end(document, usage) {
      const blocks = blocksOf(document.content);
      const rest = reasoningOf(blocks).slice(thought.length);
      const text = textOf(blocks).slice(written.length);
      const calls = blocks.filter(({ type }) => isCall(type)).map(callFor);
      const told = usageOf(usage);
      return [
        reasoning(rest),
        text === "" ? "" : delta({ content: text }),
        ...calls.map((call, index) => delta({ tool_calls: [{ index, ...call }] })),
        delta({}, finishOf(document)),
        tellsUsage && told.usage !== undefined ? chunk({ choices: [], ...told }) : "",
        "data: [DONE]\n\n",
      ].join("");
    },
    fail: (error) => data(openaiError(error)),
  };
};

const data = (value: JsonObject): string => `data: ${JSON.stringify(value)}\n\n`;

export const openaiChatWriting: Writing = {
  body,
  response,
  events,
  keepAlive: ": waiting for a decision in Countersign\n\n",
  error: openaiError,
  models: openaiModels,
  model: openaiModel,
};
