// Collects a response from the AI SDK's stream and converts it to an MCP result (2025-11-25, CreateMessageResult).
import type { LanguageModelStreamPart, LanguageModelUsage, ToolSet } from "ai";
import { isJsonObject, type Json, type JsonObject } from "#shared/json.ts";
import { fail, ok, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import type { DialectName } from "#shared/dialects/dialect.ts";
import { argumentsIn, inputOf } from "#shared/dialects/plain.ts";
import { roundedNumbers } from "#shared/rounded.ts";
import { isReasoning } from "#shared/request/document/blocks.ts";
import type { Block, ResponseDocument } from "#shared/request/document/message.ts";
import { ReasoningBlocks } from "./reasoningBlocks.ts";
import { shorten } from "./statusFailures.ts";
import type { Usage } from "#shared/models/cost/cost.ts";

/** The model's name for itself and its stop reason, as far as it has reported them. */
interface Ending {
  finishReason?: string;
  rawFinishReason?: string;
  /** The stop sequence that ended it. */
  stopSequence?: string;
  usage?: Usage;
  model?: string;
}

export interface AnswerOptions {
  putMedia(base64: string): string;
  /** Reasoning becomes part of the response in this dialect; null: it does not. */
  dialect: DialectName | null;
  /** The tool behind a translated name; null for any other. */
  behind(name: string): { namespace: string; name: string } | null;
  /** Tools whose input is plain text (Responses: custom tools). */
  textTools: ReadonlySet<string>;
  /** The stop sequences that the response may name as what ended it; none where the program could not be told. */
  stops: readonly string[];
  /** The arguments of a call as its adapter gave them, before the AI SDK parsed them. */
  rawInput(callId: string): string | undefined;
  /** Gets each complete block of reasoning, if it is part of the response. */
  onReasoning(block: Block): void;
}

type ToolCall = Extract<LanguageModelStreamPart<ToolSet>, { type: "tool-call" }>;
type CallEnd = Extract<LanguageModelStreamPart<ToolSet>, { type: "model-call-end" }>;

/** Collects the parts of one response in order. */
export class AnswerCollector {
  readonly #options: AnswerOptions;
  readonly #reasoning: ReasoningBlocks | null;
  readonly #blocks: Block[] = [];
  /** Arguments as the model writes them, by the call's id; an adapter may take a call for whole before they end. */
  readonly #written = new Map<string, string>();
  readonly #calls = new Map<Block, ToolCall>();
  #ending: Ending = {};
  #malformed: string | null = null;
  /** The model's name for itself, if it has reported one. */
  #named: string | undefined;
  /** Settings that the provider ignored, in its adapter's words. */
  readonly warnings: string[] = [];

  constructor(options: AnswerOptions) {
    this.#options = options;
    this.#reasoning = options.dialect === null ? null : new ReasoningBlocks(options.dialect);
  }

  /** True if reasoning is part of the response. It never is for MCP: the attempt keeps it, see `partialResponse.ts`. */
  get hasReasoning(): boolean {
    return this.#blocks.some((block) => this.#reasoning?.isWhole(block) === true);
  }

  /** Takes one part. */
  take(part: LanguageModelStreamPart<ToolSet>): void {
    const { begun, done } = this.#reasoning?.take(part) ?? {};
    if (begun !== undefined) this.#blocks.push(begun);
    if (done !== undefined) this.#options.onReasoning(structuredClone(done));
    switch (part.type) {
      case "model-call-start":
        for (const warning of part.warnings) this.warnings.push(warningWords(warning));
        return;
      case "text-start":
        this.#blocks.push({ type: "text", text: "" });
        return;
      case "text-delta":
        this.#addText(part.text);
        return;
      case "tool-input-delta":
        this.#written.set(part.id, (this.#written.get(part.id) ?? "") + part.delta);
        return;
      case "tool-call":
        this.#addToolUse(part);
        return;
      case "file":
        this.#blocks.push(this.#media(part.file.mediaType, part.file.base64));
        return;
      case "model-call-response-metadata":
        if (part.modelId !== undefined) this.#named = part.modelId;
        return;
      case "model-call-end":
        this.#finish(part);
        return;
      default:
        return;
    }
  }

  /**
   * The response as a document. `stopReason` overrides the model's own, when the user stopped it or one of our limits
   * was reached. `askedModel` is used if the provider named no model. `half`: tool calls that were cut off.
   */
  result(
    askedModel: string,
    stopReason?: string,
    half: readonly Block[] = [],
  ): Outcome<ResponseDocument, ModelFailure> {
    if (this.#malformed !== null) {
      return fail({ kind: "model-malformed-answer", detail: shorten(this.#malformed) });
    }
    const isCut = stopReason !== undefined || !isWhole(this.#ending);
    for (const [block, call] of this.#calls) Object.assign(block, this.#argumentsOf(call, isCut));
    this.#calls.clear();
    const said = this.#blocks.filter((block) => this.#isSaid(block));
    const blocks = [...said, ...half];
    const [only = { type: "text", text: "" }] = blocks;
    const { model, stopSequence } = this.#ending;
    return ok({
      role: "assistant",
      content: blocks.length > 1 ? blocks : only,
      model: model === undefined || model === "" ? askedModel : model,
      stopReason: stopReason ?? stopReasonOf(this.#ending),
      ...(stopReason !== undefined || stopSequence === undefined ? {} : { stopSequence }),
    });
  }

  /** The stream ended without being stopped; use the model that the response names. */
  ended(): void {
    if (this.#named !== undefined) this.#ending.model = this.#named;
  }

  /** The stop reason behind a finish reason that the AI SDK reports as an error. */
  endsFor(finishReason: string): void {
    this.#ending.finishReason = finishReason;
  }

  /** True once there is content that the user could use. */
  get hasContent(): boolean {
    return this.#blocks.some((block) => !isReasoning(block) && this.#isSaid(block));
  }

  /** Why this is not a usable response although the stream ended normally; null if it is one. */
  get fault(): ModelFailure | null {
    const { finishReason, rawFinishReason } = this.#ending;
    if (finishReason === "content-filter") {
      return { kind: "model-filtered", detail: rawFinishReason ?? "" };
    }
    const isSilent = finishReason === "other" && rawFinishReason === undefined;
    return finishReason === undefined || finishReason === "interrupted" || isSilent
      ? { kind: "model-interrupted", detail: "" }
      : null;
  }

  get usage(): Usage | undefined {
    return this.#ending.usage;
  }

  #isSaid(block: Block): boolean {
    if (isReasoning(block)) return this.#reasoning?.isWhole(block) === true;
    return block.type !== "text" || block["text"] !== "";
  }

  #addText(text: string): void {
    const last = this.#blocks.at(-1);
    if (last?.type === "text") last["text"] = `${String(last["text"])}${text}`;
    else this.#blocks.push({ type: "text", text });
  }

  #addToolUse(part: ToolCall): void {
    const { toolCallId: id, toolName, input } = part;
    const own = this.#options.dialect === "openai-responses" ? metadataOf(part) : {};
    const { namespace = own.namespace, name = toolName } = this.#options.behind(toolName) ?? {};
    const isText = this.#options.textTools.has(toolName) && typeof input === "string";
    const item = {
      ...(isText ? { type: "custom_tool_call" } : {}),
      ...(own.itemId === undefined ? {} : { id: own.itemId }),
      ...(namespace === undefined ? {} : { namespace }),
    };
    const about = Object.keys(item).length === 0 ? {} : { item };
    const kept: JsonObject = isText ? { input: { input } } : { input: (input ?? null) as Json };
    const block = { type: "tool_use", id, name, ...kept, ...about };
    this.#blocks.push(block);
    if (!isText) this.#calls.set(block, part);
  }

  /**
   * Arguments that are no JSON object are kept as their text, for the user to fix. Those that parsing changes, such as a
   * number beyond 2^53, have it beside them, for programs, which get it as it was.
   * @param isCut an empty text may then be one of which the rest is missing
   */
  #argumentsOf({ toolCallId, toolName, input }: ToolCall, isCut: boolean): JsonObject {
    const streamed = this.#written.get(toolCallId);
    const given = this.#options.rawInput(toolCallId);
    const text = streamed ?? given;
    // Some adapters give "{}" where nothing was written.
    const isNothing = streamed === undefined ? given === "{}" || isBlank(given) : isBlank(streamed);
    if (isCut && isNothing) return { input: streamed ?? "" };
    if (text === undefined) return {};
    // A tool without parameters is often called with no text at all, which clients take as none.
    const isUsual = argumentsIn(text) !== null || isBlank(text);
    if (!isUsual || !isJsonObject(input)) return { input: text };
    const rounded = roundedNumbers(text).map((number) => number.text);
    if (rounded.length > 0)
      this.warnings.push(shorten(`${toolName}: shown rounded: ${rounded.join(", ")}`));
    if (this.#options.dialect === null) return {};
    const { written } = inputOf(text);
    return written === undefined ? {} : { written };
  }

  #media(mediaType: string, base64: string): Block {
    const kind = mediaType.startsWith("audio/") ? "audio" : "image";
    if (kind === "image" && !mediaType.startsWith("image/")) {
      this.#malformed = `a file of type ${mediaType}`;
    }
    return { type: kind, data: this.#options.putMedia(base64), mimeType: mediaType };
  }

  #finish(part: CallEnd): void {
    const usage = usageOf(part.usage);
    if (Object.keys(usage).length > 0) this.#ending.usage = usage;
    // OpenRouter's adapter takes calls for the end of a stream that has none.
    const isEndless = part.rawFinishReason === undefined && "openrouter" in reportedBy(part);
    this.#ending.finishReason = isEndless ? "interrupted" : part.finishReason;
    if (part.rawFinishReason !== undefined) this.#ending.rawFinishReason = part.rawFinishReason;
    // Anthropic, Bedrock and local models report it, each under its own name. Only what was asked for is taken over.
    const reported = Object.values(reportedBy(part));
    const stop = this.#options.stops.find((one) =>
      reported.some((own) => own["stopSequence"] === one),
    );
    if (stop !== undefined) this.#ending.stopSequence = stop;
  }
}

const reportedBy = (part: CallEnd) => part.providerMetadata ?? {};

/** What providers call a response that ends with its calls. The adapter of Responses says so of cut ones as well. */
const AFTER_CALLS: ReadonlySet<string | undefined> = new Set([
  undefined,
  "tool_calls",
  "function_call",
  "tool_use",
  "STOP",
]);

/** Whether the model said all that it had to say, as far as it is known. */
const isWhole = ({ finishReason, rawFinishReason }: Ending): boolean =>
  finishReason === "stop" || (finishReason === "tool-calls" && AFTER_CALLS.has(rawFinishReason));

const isBlank = (text: string | undefined): boolean => (text ?? "").trim() === "";

/** The id and namespace that Responses give a call; its provider may want both back. */
function metadataOf({ providerMetadata }: ToolCall): {
  itemId?: string;
  namespace?: string;
} {
  const { itemId, namespace } = providerMetadata?.["openai"] ?? {};
  return {
    ...(typeof itemId === "string" ? { itemId } : {}),
    ...(typeof namespace === "string" ? { namespace } : {}),
  };
}

/** The reported counts. Uncounted kinds are left out, and so are zeros, which carry no information. */
function usageOf(total: LanguageModelUsage): Usage {
  const inputTokens = countOf(total.inputTokens);
  const outputTokens = countOf(total.outputTokens);
  const cacheReadTokens = countOf(total.inputTokenDetails.cacheReadTokens);
  const cacheWriteTokens = countOf(total.inputTokenDetails.cacheWriteTokens);
  const reasoningTokens = countOf(total.outputTokenDetails.reasoningTokens);
  const usage: Usage = {};
  if (inputTokens !== undefined) usage.inputTokens = inputTokens;
  if (outputTokens !== undefined) usage.outputTokens = outputTokens;
  if (reasoningTokens !== undefined && reasoningTokens > 0) usage.reasoningTokens = reasoningTokens;
  if (cacheReadTokens !== undefined && cacheReadTokens > 0) usage.cacheReadTokens = cacheReadTokens;
  if (cacheWriteTokens !== undefined && cacheWriteTokens > 0) {
    usage.cacheWriteTokens = cacheWriteTokens;
  }
  return usage;
}

/** No model processes this many tokens: a larger figure is not a count. */
const TOKENS_MAX = 1e12;

/** Untrusted: only a plausible number of tokens is accepted. */
const countOf = (said: number | undefined): number | undefined =>
  said !== undefined && Number.isSafeInteger(said) && said >= 0 && said <= TOKENS_MAX
    ? said
    : undefined;

type Warning = Extract<
  LanguageModelStreamPart<ToolSet>,
  { type: "model-call-start" }
>["warnings"][number];

function warningWords(warning: Warning): string {
  switch (warning.type) {
    case "unsupported":
    case "compatibility":
      return shorten([warning.feature, warning.details].filter(Boolean).join(": "));
    case "deprecated":
      return shorten(`${warning.setting}: ${warning.message}`);
    case "other":
      return shorten(warning.message);
  }
}

/** MCP's stop reason; an unknown one is passed on as the provider reported it. */
export function stopReasonOf(ending: { finishReason?: string; rawFinishReason?: string }): string {
  // Stop reasons of the local engine, which distinguishes cases that OpenAI's format calls "stop" and "length".
  if (ending.rawFinishReason === "stop_sequence") return "stopSequence";
  if (ending.rawFinishReason === "context_full") return "contextFull";
  switch (ending.finishReason) {
    case "stop":
      return "endTurn";
    case "length":
      return "maxTokens";
    case "tool-calls":
      return "toolUse";
    default:
      return ending.rawFinishReason ?? ending.finishReason ?? "other";
  }
}
