// Writes bodies, responses and events of Anthropic's Messages API. Free of schemas, as the window uses it too.
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Usage } from "../models/cost/cost.ts";
import { blocksOf, isReasoning } from "../request/document/blocks.ts";
import type { Block, Message, ResponseDocument, Tool } from "../request/document/message.ts";
import type { Dialect, DialectError, EventWriter } from "./dialect.ts";
import { argumentsOf, contentWritten, hasCalls, textBlock, unreadBody, without } from "./plain.ts";

type Writing = Omit<Dialect, "name" | "path" | "read">;

/** The text of a system prompt that consists of blocks. */
export const systemText = (blocks: readonly Json[]): string =>
  blocks
    .map((block) => (isJsonObject(block) && typeof block["text"] === "string" ? block["text"] : ""))
    .join("\n\n");

const MODES: Record<string, string> = { auto: "auto", required: "any", none: "none" };

const body: Writing["body"] = (document, stream) => {
  const unread = unreadBody(document, stream);
  if (unread !== null) return unread;
  const { messages, systemPrompt, maxTokens, temperature, stopSequences, tools, toolChoice } =
    document;
  const { model, fields } = document.completion;
  const { system: asBlocks, ...others } = fields;
  const isUnedited = Array.isArray(asBlocks)
    ? systemText(asBlocks) === systemPrompt
    : asBlocks === null && systemPrompt === undefined;
  const system = isUnedited ? asBlocks : systemPrompt;
  const mode = toolChoice?.mode;
  return {
    model,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    messages: messages.map(messageFor),
    ...others,
    ...(system === undefined ? {} : { system }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stop_sequences: stopSequences }),
    ...(tools === undefined ? {} : { tools: tools.map(toolFor) }),
    ...(mode === undefined ? {} : { tool_choice: { type: MODES[mode] ?? mode } }),
    ...(stream ? { stream: true } : {}),
  };
};

const messageFor = ({ role, content, contentForm: form, ...rest }: Message): JsonObject => ({
  role,
  content: contentWritten(blocksOf(content), form, blockFor) ?? "",
  ...rest,
});

function blockFor(block: Block): JsonObject {
  if (block.type === "image" && typeof block["data"] === "string") {
    const source = { type: "base64", media_type: block["mimeType"] ?? "", data: block["data"] };
    return { type: "image", source, ...without(block, "type", "data", "mimeType") };
  }
  const { toolUseId, content, contentForm: form, isError, ...rest } = block;
  if (block.type !== "tool_result" || toolUseId === undefined) return without(block, "written");
  const blocks = Array.isArray(content) ? (content as Block[]) : [];
  const written = contentWritten(blocks, form, blockFor, "none");
  return {
    ...rest,
    tool_use_id: toolUseId,
    ...(written === undefined ? {} : { content: written }),
    ...(isError === undefined ? {} : { is_error: isError }),
  };
}

function toolFor(tool: Tool): JsonObject {
  if (isJsonObject(tool["raw"])) return tool["raw"];
  const { inputSchema, ...rest } = tool;
  return { ...rest, input_schema: inputSchema ?? { type: "object" } };
}

/** SDKs know no other values than these. */
const REASONS: Record<string, string> = {
  stopSequence: "stop_sequence",
  stop_sequence: "stop_sequence",
  toolUse: "tool_use",
  maxTokens: "max_tokens",
  contextFull: "max_tokens",
  stopped: "max_tokens",
  interrupted: "max_tokens",
  incomplete: "max_tokens",
  "content-filter": "refusal",
  content_filter: "refusal",
  refusal: "refusal",
  pause_turn: "pause_turn",
  model_context_window_exceeded: "model_context_window_exceeded",
};
/** A response of this dialect never ends its turn with calls; agents would not run them. */
const reasonOf = ({ stopReason = "endTurn", content }: ResponseDocument): string =>
  (Object.hasOwn(REASONS, stopReason) ? REASONS[stopReason] : undefined) ??
  (hasCalls(content) ? "tool_use" : "end_turn");

/** The stop sequence that ended the response, where its provider said which; see `AnswerCollector`. */
function endOf(document: ResponseDocument): JsonObject {
  const { stopSequence } = document;
  const reason = reasonOf(document);
  const isNamed = reason === "stop_sequence" && typeof stopSequence === "string";
  return { stop_reason: reason, stop_sequence: isNamed ? stopSequence : null };
}

/** A count that the provider did not report: the API's schema and its SDKs require a number. */
const UNREPORTED = 0;

/** Without a count of input tokens, those of the cache are null, which the schema allows: a mark of what is not known. */
function usageOf(usage: Usage | undefined): JsonObject {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } =
    usage ?? {};
  const isKnown = inputTokens !== undefined;
  const [read, made] = [cacheReadTokens ?? 0, cacheWriteTokens ?? 0];
  return {
    // In this dialect, cached tokens are counted separately.
    input_tokens: isKnown ? Math.max(0, inputTokens - read - made) : UNREPORTED,
    output_tokens: outputTokens ?? UNREPORTED,
    cache_read_input_tokens: isKnown ? read : null,
    cache_creation_input_tokens: isKnown ? made : null,
    ...(reasoningTokens === undefined
      ? {}
      : { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  };
}

const shown = (document: ResponseDocument): (JsonObject & { type?: Json })[] => {
  const blocks = blocksOf(document.content).map(blockFor);
  return blocks.length === 0 ? [textBlock("")] : blocks;
};

const response: Writing["response"] = (document, { id, usage }) => ({
  id: `msg_${id}`,
  type: "message",
  role: "assistant",
  model: document.model,
  content: shown(document),
  ...endOf(document),
  usage: usageOf(usage),
});

const events: Writing["events"] = (
  request,
  { id, usage: counted, model = request.completion.model },
): EventWriter => {
  let index = -1;
  let open: "text" | "thinking" | null = null;
  let written = "";
  let thoughts = 0;
  const start = (block: JsonObject): string => {
    index += 1;
    return event({ type: "content_block_start", index, content_block: block });
  };
  const stop = (): string => {
    const was = open;
    open = null;
    return was === null ? "" : event({ type: "content_block_stop", index });
  };
  const delta = (given: JsonObject): string =>
    event({ type: "content_block_delta", index, delta: given });
  const text = (more: string): string => {
    const before = open === "text" ? "" : stop() + start({ type: "text", text: "" });
    open = "text";
    written += more;
    return before + delta({ type: "text_delta", text: more });
  };
  const other = (block: JsonObject): string =>
    stop() + whole(block, start, delta) + event({ type: "content_block_stop", index });
  return {
    begin: (isWhole) =>
      event({
        type: "message_start",
        message: {
          id: `msg_${id}`,
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: usageOf(isWhole ? counted : undefined),
        },
      }),
    text,
    reasoning(block) {
      thoughts += 1;
      return other(blockFor(block));
    },
    end(document, usage) {
      let come = written.length;
      let thoughtsToSkip = thoughts;
      const out: string[] = [];
      for (const block of shown(document)) {
        if (isReasoning(block) && thoughtsToSkip > 0) thoughtsToSkip -= 1;
        else if (block["type"] === "text" && typeof block["text"] === "string") {
          const rest = block["text"].slice(come);
          come = Math.max(0, come - block["text"].length);
          if (rest !== "") out.push(text(rest));
          out.push(stop());
        } else out.push(other(block));
      }
      out.push(
        stop(),
        event({
          type: "message_delta",
          delta: endOf(document),
          usage: usageOf(usage),
        }),
        event({ type: "message_stop" }),
      );
      return out.join("");
    },
    fail: (error) => event(anthropicError(error)),
  };
};

/** A block other than text: tool calls stream their input as JSON, thinking its text and then its signature. */
function whole(
  block: JsonObject,
  start: (block: JsonObject) => string,
  delta: (given: JsonObject) => string,
): string {
  if (block["type"] === "thinking") {
    const { thinking = "", signature } = block;
    return [
      start({ ...block, thinking: "", signature: "" }),
      thinking === "" ? "" : delta({ type: "thinking_delta", thinking }),
      signature === undefined ? "" : delta({ type: "signature_delta", signature }),
    ].join("");
  }
  if (block["type"] !== "tool_use") return start(block);
  const input = argumentsOf(block as Block);
  return start({ ...block, input: {} }) + delta({ type: "input_json_delta", partial_json: input });
}

const event = (value: JsonObject & { type?: Json }): string =>
  `event: ${String(value.type)}\ndata: ${JSON.stringify(value)}\n\n`;

/** A rejection is not of the program's key, so 403 is no `permission_error` (docs/endpoint.md). */
function typeFor(status: number): string {
  if (status === 401) return "authentication_error";
  if (status === 404) return "not_found_error";
  if (status === 413) return "request_too_large";
  if (status === 429) return "rate_limit_error";
  if (status === 529) return "overloaded_error";
  return status >= 500 ? "api_error" : "invalid_request_error";
}

const anthropicError = ({ status, code, message, type }: DialectError): JsonObject => ({
  type: "error",
  error: { type: type ?? typeFor(status), message, code },
});

const anthropicModel = (id: string): JsonObject => ({
  type: "model",
  id,
  display_name: id,
  created_at: "1970-01-01T00:00:00Z",
});

export const anthropicMessagesWriting: Writing = {
  body,
  response,
  events,
  keepAlive: event({ type: "ping" }),
  error: anthropicError,
  models: (names) => ({
    data: names.map(anthropicModel),
    has_more: false,
    first_id: names[0] ?? null,
    last_id: names.at(-1) ?? null,
  }),
  model: anthropicModel,
};
