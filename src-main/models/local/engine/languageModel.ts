// The local engine as an AI SDK model: a LanguageModelV4 (specification "v4" of @ai-sdk/provider 4).
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { ModelError } from "../../generation/modelError.ts";
import type { GenerationProgress } from "#shared/models/local/local.ts";
import type { LocalEngine } from "./host.ts";
import { engineRequestOf } from "./engineRequest.ts";
import type { EngineAnswer, EngineModel } from "./protocol.ts";

const PROVIDER = "local";

type Engine = Pick<LocalEngine, "generate">;

/**
 * A model of the local engine. Throws failures as `ModelError`; an aborted stream ends with its partial text.
 * `onProgress` reports what happens before the first token: place in the queue, loading, reading.
 */
export function createLocalLanguageModel(
  engine: Engine,
  modelId: string,
  model: EngineModel,
  onProgress?: (progress: GenerationProgress) => void,
): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: PROVIDER,
    modelId,
    supportedUrls: {},
    doGenerate: (options) => generate(engine, model, options),
    doStream: (options) => stream(engine, { modelId, model, onProgress }, options),
  };
}

async function generate(
  engine: Engine,
  model: EngineModel,
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  const outcome = await engine.generate(engineRequestOf(model, options), {
    signal: options.abortSignal ?? new AbortController().signal,
    onDelta: () => undefined,
  });
  if (!outcome.ok) throw new ModelError(outcome.failure);
  const answer = outcome.value;
  const content: LanguageModelV4Content[] = [];
  if (answer.reasoning !== "") content.push({ type: "reasoning", text: answer.reasoning });
  if (answer.text !== "") content.push({ type: "text", text: answer.text });
  content.push(...toolCallParts(answer));
  return { content, finishReason: finishOf(answer), usage: usageOf(answer), warnings: [] };
}

async function stream(
  engine: Engine,
  {
    modelId,
    model,
    onProgress,
  }: {
    modelId: string;
    model: EngineModel;
    onProgress: ((progress: GenerationProgress) => void) | undefined;
  },
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> {
  const request = engineRequestOf(model, options);
  const control = new AbortController();
  const abort = (): void => control.abort();
  if (options.abortSignal?.aborted === true) abort();
  options.abortSignal?.addEventListener("abort", abort, { once: true });
  const body = new ReadableStream<LanguageModelV4StreamPart>({
    async start(controller) {
      const parts = new PartWriter((part) => controller.enqueue(part));
      parts.begin(modelId);
      const outcome = await engine.generate(request, {
        signal: control.signal,
        onDelta: (text, reasoning) => parts.delta(text, reasoning),
        onProgress,
      });
      options.abortSignal?.removeEventListener("abort", abort);
      try {
        if (outcome.ok) parts.finish(outcome.value);
        else controller.enqueue({ type: "error", error: new ModelError(outcome.failure) });
        controller.close();
      } catch {
        // The reader has gone away, so nobody needs the rest.
      }
    },
    cancel: abort,
  });
  return { stream: body };
}

/** Writes the parts of one response in the order that the AI SDK expects: start, deltas, end. */
class PartWriter {
  readonly #write: (part: LanguageModelV4StreamPart) => void;
  #text = "";
  #open: "text" | "reasoning" | null = null;
  #count = 0;

  constructor(write: (part: LanguageModelV4StreamPart) => void) {
    this.#write = write;
  }

  begin(modelId: string): void {
    this.#write({ type: "stream-start", warnings: [] });
    this.#write({ type: "response-metadata", modelId });
  }

  delta(text: string, reasoning: string): void {
    if (reasoning !== "") this.#piece("reasoning", reasoning);
    if (text !== "") {
      this.#text += text;
      this.#piece("text", text);
    }
  }

  finish(answer: EngineAnswer): void {
    // The stream may have held back text that could have been a stop sequence; the final text includes it.
    if (answer.text.startsWith(this.#text)) this.delta(answer.text.slice(this.#text.length), "");
    this.#close();
    for (const part of toolCallParts(answer)) this.#write(part);
    const { stop } = answer;
    this.#write({
      type: "finish",
      finishReason: finishOf(answer),
      usage: usageOf(answer),
      ...(stop.kind === "stop-sequence"
        ? { providerMetadata: { local: { stopSequence: stop.sequence } } }
        : {}),
    });
  }

  #piece(kind: "text" | "reasoning", delta: string): void {
    if (this.#open !== kind) {
      this.#close();
      this.#open = kind;
      this.#count += 1;
      this.#write({ type: `${kind}-start`, id: String(this.#count) });
    }
    this.#write({ type: `${kind}-delta`, id: String(this.#count), delta });
  }

  #close(): void {
    if (this.#open !== null) this.#write({ type: `${this.#open}-end`, id: String(this.#count) });
    this.#open = null;
  }
}

function toolCallParts(answer: EngineAnswer) {
  return answer.toolCalls.map((call) => ({
    type: "tool-call" as const,
    toolCallId: call.id,
    toolName: call.name,
    input: call.arguments,
  }));
}

function finishOf(answer: EngineAnswer): LanguageModelV4FinishReason {
  switch (answer.stop.kind) {
    case "end":
      return { unified: "stop", raw: "end" };
    case "stop-sequence":
      return { unified: "stop", raw: "stop_sequence" };
    case "max-tokens":
      return { unified: "length", raw: "length" };
    case "context-full":
      return { unified: "length", raw: "context_full" };
    case "stopped":
      return { unified: "other", raw: "stopped" };
    case "tool-calls":
      return { unified: "tool-calls", raw: "tool_calls" };
  }
}

function usageOf(answer: EngineAnswer): LanguageModelV4Usage {
  const { inputTokens, outputTokens } = answer.usage;
  return {
    inputTokens: {
      total: inputTokens,
      noCache: undefined,
      cacheRead: undefined,
      cacheWrite: undefined,
    },
    outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
  };
}
