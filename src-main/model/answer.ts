// Knows how an answer is collected from the AI SDK's stream and said as an MCP result (2025-11-25, CreateMessageResult).
import type { LanguageModelStreamPart, LanguageModelUsage, ToolSet } from "ai";
import type { Json } from "../../src-shared/json.ts";
import { fail, ok, type ModelFailure, type Outcome } from "../../src-shared/outcome.ts";
import type { Block, ResponseDocument } from "../../src-shared/sampling/document/message.ts";
import { shorten } from "./statusFailures.ts";
import type { Usage } from "../../src-shared/models/cost/cost.ts";

/** What the model really called itself, and why it ended, as far as it has said so. */
interface Ending {
  finishReason?: string;
  rawFinishReason?: string;
  usage?: Usage;
  model?: string;
}

/** Collects the parts of one answer in their order. */
export class AnswerCollector {
  readonly #putMedia: (base64: string) => string;
  readonly #blocks: Block[] = [];
  #ending: Ending = {};
  #malformed: string | null = null;
  /** What the model calls itself, as far as it has said so. */
  #named: string | undefined;
  /** What the provider said that it does not do, in its adapter's words. */
  readonly warnings: string[] = [];

  constructor(putMedia: (base64: string) => string) {
    this.#putMedia = putMedia;
  }

  /** Takes one part. Reasoning is no part of an answer in MCP: the attempt keeps it, see `arrival.ts`. */
  take(part: LanguageModelStreamPart<ToolSet>): void {
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
      case "tool-call":
        this.#addToolUse(part.toolCallId, part.toolName, part.input);
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
   * The answer as a document. `stopReason` replaces what the model said: when the user stopped it, or
   * a limit of ours was reached. `askedModel` names the model where the provider did not. `half` are calls
   * that were broken off.
   */
  result(
    askedModel: string,
    stopReason?: string,
    half: readonly Block[] = [],
  ): Outcome<ResponseDocument, ModelFailure> {
    if (this.#malformed !== null) {
      return fail({ kind: "model-malformed-answer", detail: shorten(this.#malformed) });
    }
    const said = this.#blocks.filter((block) => block.type !== "text" || block["text"] !== "");
    const blocks = [...said, ...half];
    const [only = { type: "text", text: "" }] = blocks;
    const { model } = this.#ending;
    return ok({
      role: "assistant",
      content: blocks.length > 1 ? blocks : only,
      model: model === undefined || model === "" ? askedModel : model,
      stopReason: stopReason ?? stopReasonOf(this.#ending),
    });
  }

  /** Nothing more comes, and nobody ended it: it is by the model that it names. */
  ended(): void {
    if (this.#named !== undefined) this.#ending.model = this.#named;
  }

  /** Why it ended, where the AI SDK called it an error. */
  endsFor(finishReason: string): void {
    this.#ending.finishReason = finishReason;
  }

  /** True once something of the answer has come that the user could use. */
  get hasContent(): boolean {
    return this.#blocks.some((block) => block.type !== "text" || block["text"] !== "");
  }

  /** Why this is no answer although the stream ended well; null when it is one. */
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

  #addText(text: string): void {
    const last = this.#blocks.at(-1);
    if (last?.type === "text") last["text"] = `${String(last["text"])}${text}`;
    else this.#blocks.push({ type: "text", text });
  }

  #addToolUse(id: string, name: string, input: unknown): void {
    // Input that is no object arrives as the text that the model wrote: kept, for the user to mend.
    this.#blocks.push({ type: "tool_use", id, name, input: (input ?? null) as Json });
  }

  #media(mediaType: string, base64: string): Block {
    const kind = mediaType.startsWith("audio/") ? "audio" : "image";
    if (kind === "image" && !mediaType.startsWith("image/")) {
      this.#malformed = `a file of type ${mediaType}`;
    }
    return { type: kind, data: this.#putMedia(base64), mimeType: mediaType };
  }

  #finish(part: Extract<LanguageModelStreamPart<ToolSet>, { type: "model-call-end" }>): void {
    const usage = usageOf(part.usage);
    if (Object.keys(usage).length > 0) this.#ending.usage = usage;
    this.#ending.finishReason = part.finishReason;
    if (part.rawFinishReason !== undefined) this.#ending.rawFinishReason = part.rawFinishReason;
  }
}

/** What was counted; what the provider does not count is left out, and zero of a kind says nothing. */
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

/** No model reads so many tokens: a provider that says so has not counted. */
const TOKENS_MAX = 1e12;

/** What a provider says is foreign: only a number of tokens that can be is a count. */
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

/** The protocol's word for why an answer ended; what it has no word for is passed on as the provider said it. */
export function stopReasonOf(ending: { finishReason?: string; rawFinishReason?: string }): string {
  // Words of the local engine, which tells apart what OpenAI's format calls "stop" and "length".
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
