// OpenAI's chat completions (API reference, "Create chat completion"): `POST /v1/chat/completions`.
import { z } from "zod";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Block, Message, Tool } from "../request/document/message.ts";
import type { CompletionDocument, Dialect, ReadBody } from "./dialect.ts";
import {
  contentForm,
  dataUrl,
  hasOthers,
  inputOf,
  plainText,
  textBlock,
  without,
} from "./plain.ts";
import {
  exactly,
  FUNCTIONS_ONLY,
  KEEPS_NONE,
  invalid,
  invalidField,
  json,
  loose,
  modelName,
  OTHER_MODEL,
  RUNS_AT_PROVIDER,
} from "./reading.ts";
import { openaiChatWriting } from "./openaiChatWriting.ts";

const USE_TOOLS = "Its calls are not part of a response here: use tools";
const partSchema = loose({ type: z.string() });
const contentSchema = z.union([z.string(), z.array(partSchema)]).nullish();
const messageSchema = z.union([
  loose({
    role: z.literal("assistant"),
    content: contentSchema,
    tool_calls: z
      .array(
        loose({
          id: z.string(),
          type: z.string().optional(),
          function: loose({ name: z.string(), arguments: z.string() }).optional(),
        }),
      )
      .nullish(),
  }),
  loose({ role: z.literal("tool"), tool_call_id: z.string(), content: contentSchema }),
  loose({
    role: z
      .string()
      .max(100)
      .refine((role) => role !== "tool", "A tool message needs its tool_call_id"),
    content: contentSchema,
  }),
]);
const otherModel = z.array(json).max(0, OTHER_MODEL).nullish();
/** What the body must be, whatever else of it can be read. */
const refusing = {
  model: modelName,
  tools: z.array(loose({ type: z.literal("function", FUNCTIONS_ONLY) })).nullish(),
  functions: z.null(USE_TOOLS).optional(),
  function_call: z.null(USE_TOOLS).optional(),
  store: z.literal(false, KEEPS_NONE).nullish(),
  n: z.literal(1, "Countersign holds one response at a time").nullish(),
  // OpenRouter's and LiteLLM's.
  models: otherModel,
  fallbacks: otherModel,
  preset: z.null("It would change the approved request at the provider").optional(),
  plugins: z.array(json).max(0, RUNS_AT_PROVIDER).nullish(),
  web_search_options: z.null(RUNS_AT_PROVIDER).optional(),
};
const refusingSchema = loose(refusing);
const bodySchema = loose({
  ...refusing,
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().nullish(),
  max_tokens: z.number().int().min(1).nullish(),
  max_completion_tokens: z.number().int().min(1).nullish(),
  temperature: z.number().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  tool_choice: json.optional(),
});

const LIMIT_FIELDS = ["max_completion_tokens", "max_tokens"] as const;

function read(body: Json): ReadBody {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return { ok: false, error: invalid(parsed.error) };
  const given = parsed.data;
  const { model, stream, temperature, stop, tool_choice: choice } = given;
  const [first, ...others] = given.messages as JsonObject[];
  const system = systemIn(first);
  const messages = system === null ? (given.messages as JsonObject[]) : others;
  const limits = LIMIT_FIELDS.filter((field) => typeof given[field] === "number");
  const [limit, other = limit] = limits.map((field) => given[field]);
  if (other !== limit)
    return { ok: false, error: invalidField("max_tokens", "max_completion_tokens differs") };
  const hasMode = choice === "auto" || choice === "none" || choice === "required";
  const taken = [
    "model",
    "messages",
    "stream",
    ...limits,
    ...((temperature ?? null) === null ? [] : ["temperature"]),
    ...((stop ?? null) === null ? [] : ["stop"]),
    ...((given.tools ?? null) === null ? [] : ["tools"]),
    ...(hasMode ? ["tool_choice"] : []),
  ];
  const document: CompletionDocument = {
    messages: messages.map(messageFrom),
    ...(system === null ? {} : { systemPrompt: system.text }),
    ...(typeof limit === "number" ? { maxTokens: limit } : {}),
    ...(typeof temperature === "number" ? { temperature } : {}),
    ...(typeof stop === "string" ? { stopSequences: [stop] } : stop ? { stopSequences: stop } : {}),
    ...(given.tools ? { tools: (given.tools as JsonObject[]).map(toolFrom) } : {}),
    ...(hasMode ? { toolChoice: { mode: choice } } : {}),
    completion: {
      dialect: "openai-chat",
      model,
      fields: without(given as JsonObject, ...taken),
      ...(system === null ? {} : { systemRole: system.role }),
      ...formsIn(system === null ? undefined : first, stop, limits),
    },
  };
  return { ok: true, document, stream: stream === true };
}

/** In which of several forms the body has what the document has in one. @param system its message */
function formsIn(
  system: JsonObject | undefined,
  stop: Json | undefined,
  limits: readonly (typeof LIMIT_FIELDS)[number][],
): JsonObject {
  const limitField = limits.length === 2 ? "both" : "max_tokens";
  return {
    ...(Array.isArray(system?.["content"]) ? { systemForm: "list" } : {}),
    ...(Array.isArray(stop) && stop.length === 1 ? { stopForm: "list" } : {}),
    ...(limits.includes("max_tokens") ? { limitField } : {}),
  };
}

/** The system prompt, if the first message contains nothing else. */
function systemIn(message: JsonObject | undefined): { text: string; role: string } | null {
  const { role, content } = message ?? {};
  if (role !== "system" && role !== "developer") return null;
  const text =
    typeof content === "string" ? content : plainText(Array.isArray(content) ? content : []);
  const isPlain = Object.keys(message ?? {}).length === 2;
  return isPlain && text !== null ? { text, role } : null;
}

function messageFrom(message: JsonObject): Message {
  const { role, content, tool_calls: calls, tool_call_id: callId } = message;
  const rest = without(message, "role", "content", "tool_calls", "tool_call_id");
  const blocks = blocksFrom(content);
  if (role === "tool") {
    const form = contentForm(content, blocks);
    const result = { type: "tool_result", toolUseId: String(callId), content: blocks, ...form };
    return { role: "user", content: [result], ...rest };
  }
  const uses =
    Array.isArray(calls) && calls.every(isJsonObject) ? calls.map((call) => toolUseFrom(call)) : [];
  return {
    role: String(role),
    content: [...blocks, ...uses],
    ...rest,
    ...(calls !== undefined && uses.length === 0 ? { tool_calls: calls } : {}),
    ...contentForm(content, blocks, role === "assistant" ? "null" : "text"),
  };
}

const blocksFrom = (content: Json | undefined): Block[] =>
  typeof content === "string"
    ? [textBlock(content)]
    : Array.isArray(content)
      ? (content as Block[]).map(blockFrom)
      : [];

function blockFrom(part: Block): Block {
  const image = part["image_url"];
  const url = isJsonObject(image) ? image["url"] : null;
  const found = part.type === "image_url" && typeof url === "string" ? dataUrl(url) : null;
  // An address is kept as it is: Countersign loads nothing.
  if (found === null || !isJsonObject(image) || hasOthers(image, "url", "detail")) return part;
  return {
    type: "image",
    ...found,
    ...without(part, "type", "image_url"),
    ...without(image, "url"),
  };
}

function toolUseFrom(call: JsonObject): Block {
  const { id, function: called } = call;
  const isWhole =
    call["type"] !== "function" ||
    !isJsonObject(called) ||
    hasOthers(called, "name", "arguments") ||
    ["name", "input", "written"].some((name) => Object.hasOwn(call, name));
  if (isWhole) return { type: "tool_call", call };
  const input = inputOf(String(called["arguments"]));
  const rest = without(call, "id", "type", "function");
  return { type: "tool_use", id: id ?? "", name: called["name"] ?? "", ...input, ...rest };
}

function toolFrom(tool: JsonObject): Tool {
  const { type, function: described } = tool;
  if (!isJsonObject(described)) return { name: String(type), raw: tool };
  const { name, parameters, ...others } = described;
  const outer = without(tool, "type", "function");
  return {
    name: String(name),
    ...others,
    ...(isJsonObject(parameters) ? { inputSchema: parameters } : {}),
    ...(parameters === null ? { parameters } : {}),
    ...(Object.keys(outer).length === 0 ? {} : { outer }),
  };
}

export const openaiChat: Dialect = {
  name: "openai-chat",
  path: "/v1/chat/completions",
  read: exactly(
    "openai-chat",
    read,
    openaiChatWriting.body,
    (body) => refusingSchema.safeParse(body).success,
  ),
  ...openaiChatWriting,
};
