// Anthropic's Messages (API reference, "Create a Message"): `POST /v1/messages`.
import { z } from "zod";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Block, Message, Tool } from "../request/document/message.ts";
import { anthropicMessagesWriting, systemText } from "./anthropicMessagesWriting.ts";
import type { CompletionDocument, Dialect, ReadBody } from "./dialect.ts";
import { contentForm, hasOthers, textBlock, without } from "./plain.ts";
import {
  exactly,
  invalid,
  json,
  loose,
  modelName,
  OTHER_MODEL,
  RUNS_AT_PROVIDER,
} from "./reading.ts";

/** Of the tools that Anthropic defines, those that the program itself runs (SDK: `ClientToolUnion`). */
const RUN_BY_PROGRAM = /^(custom$|(bash|text_editor|memory|computer|browser)_)/;
const blockSchema = loose({ type: z.string() }).refine(isReadable, {
  path: ["content"],
  error: "A tool result has text, or blocks with a type",
});
const contentSchema = z.union([z.string(), z.array(blockSchema)]);
/** What the body must be, whatever else of it can be read. */
const refusing = {
  model: modelName,
  tools: z
    .array(
      loose({
        name: z.string().optional(),
        type: z.string().regex(RUN_BY_PROGRAM, RUNS_AT_PROVIDER).nullish(),
      }),
    )
    .nullish(),
  mcp_servers: z.array(json).max(0, RUNS_AT_PROVIDER).nullish(),
  fallbacks: z.array(json).max(0, OTHER_MODEL).nullish(),
};
const refusingSchema = loose(refusing);
const bodySchema = loose({
  ...refusing,
  // Absent in `count_tokens`.
  max_tokens: z.number().int().min(1).optional(),
  messages: z.array(loose({ role: z.string().max(100), content: contentSchema })).min(1),
  system: z.union([z.string(), z.array(loose({ type: z.string() }))]).nullish(),
  stream: z.boolean().nullish(),
  temperature: z.number().nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  tool_choice: loose({ type: z.string() }).nullish(),
});

/** False for a tool result whose content is not made of blocks, at any depth. */
function isReadable({ type, content }: Readonly<Record<string, unknown>>): boolean {
  if (type !== "tool_result" || !Array.isArray(content)) return true;
  return content.every((one: unknown) => {
    const block = isJsonObject(one) ? one : {};
    return typeof block["type"] === "string" && isReadable(block);
  });
}

const MODES: Record<string, string> = { auto: "auto", any: "required", none: "none" };

function read(body: Json): ReadBody {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return { ok: false, error: invalid(parsed.error) };
  const given = parsed.data;
  const { model, max_tokens: limit, temperature, stop_sequences: stops, tools, system } = given;
  const choice = given.tool_choice ?? null;
  const mode = choice !== null && Object.keys(choice).length === 1 ? MODES[choice.type] : undefined;
  const taken = [
    "model",
    "max_tokens",
    "messages",
    "stream",
    ...(typeof system === "string" ? ["system"] : []),
    ...(typeof temperature === "number" ? ["temperature"] : []),
    ...(stops ? ["stop_sequences"] : []),
    ...(tools ? ["tools"] : []),
    ...(mode === undefined ? [] : ["tool_choice"]),
  ];
  // The blocks of a system prompt stay in the fields with their other properties; the prompt is their text.
  const prompt = Array.isArray(system) ? systemText(system as Json[]) : system;
  const document: CompletionDocument = {
    messages: (given.messages as JsonObject[]).map(messageFrom),
    ...(typeof prompt === "string" ? { systemPrompt: prompt } : {}),
    ...(limit === undefined ? {} : { maxTokens: limit }),
    ...(typeof temperature === "number" ? { temperature } : {}),
    ...(stops ? { stopSequences: stops } : {}),
    ...(tools ? { tools: (tools as JsonObject[]).map(toolFrom) } : {}),
    ...(mode === undefined ? {} : { toolChoice: { mode } }),
    completion: {
      dialect: "anthropic-messages",
      model,
      fields: without(given as JsonObject, ...taken),
    },
  };
  return { ok: true, document, stream: given.stream === true };
}

const messageFrom = ({ role, content, ...rest }: JsonObject): Message => {
  const blocks = blocksFrom(content);
  return { role: String(role), content: blocks, ...rest, ...contentForm(content, blocks) };
};

const blocksFrom = (content: Json | undefined): Block[] =>
  typeof content === "string"
    ? [textBlock(content)]
    : Array.isArray(content)
      ? (content as Block[]).map(blockFrom)
      : [];

function blockFrom(block: Block): Block {
  const { source } = block;
  if (block.type === "image" && isJsonObject(source) && source["type"] === "base64") {
    const { media_type: mimeType, data } = source;
    const isPlain = !hasOthers(source, "type", "media_type", "data");
    if (isPlain && typeof mimeType === "string" && typeof data === "string")
      return { type: "image", data, mimeType, ...without(block, "type", "source") };
  }
  const { tool_use_id: id, content, is_error: isError } = block;
  const isResult = block.type === "tool_result" && typeof id === "string" && isError !== null;
  if (!isResult) return block;
  const blocks = blocksFrom(content);
  return {
    type: "tool_result",
    toolUseId: id,
    content: blocks,
    ...contentForm(content, blocks, "none"),
    ...(typeof isError === "boolean" ? { isError } : {}),
    ...without(block, "type", "tool_use_id", "content", "is_error"),
  };
}

function toolFrom(tool: JsonObject): Tool {
  const { name, input_schema: schema, type } = tool;
  const isOwn = type === undefined || type === "custom";
  if (!isOwn || !isJsonObject(schema)) return { name: String(name ?? type), raw: tool };
  return { name: String(name), inputSchema: schema, ...without(tool, "name", "input_schema") };
}

export const anthropicMessages: Dialect = {
  name: "anthropic-messages",
  path: "/v1/messages",
  read: exactly(
    "anthropic-messages",
    read,
    anthropicMessagesWriting.body,
    (body) => refusingSchema.safeParse(body).success,
  ),
  ...anthropicMessagesWriting,
};
