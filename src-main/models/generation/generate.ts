// Generates one response of one model to an approved request: streamed, stoppable, with timeouts, and never retried.
import {
  experimental_streamLanguageModelCall as streamCall,
  ToolChoiceViolationError,
  type LanguageModelStreamPart,
  type ToolSet,
} from "ai";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { nextTurn } from "../../core/desk/slices.ts";
import type { GenerateInput, GenerateResult, Generator } from "../../core/ports.ts";
import type { GenerationProgress } from "#shared/models/local/local.ts";
import type { ModelFailure } from "#shared/outcome.ts";
import { completionIn } from "#shared/request/kinds/completion/document.ts";
import { AnswerCollector } from "./answer.ts";
import { streamingBy } from "./exactBody.ts";
import { PartialResponse } from "./partialResponse.ts";
import { maskedResult } from "./maskFailures.ts";
import { failureOf, saidBy } from "./failures.ts";
import type { Catalog } from "../catalog.ts";
import type { ReadyModel } from "./prepare.ts";
import { prepare, type Prepared } from "./prepare.ts";
import type { Prompt } from "./translate.ts";

// The AI SDK would log its warnings, which quote requests, to the console.
Reflect.set(globalThis, "AI_SDK_LOG_WARNINGS", false);

/** How long an aborted stream may take to end by itself, in milliseconds. */
const GIVE_UP_MS = 2000;

type Input = GenerateInput & { putMedia(base64: string): string };

/** No token is longer, so a model that writes more per token ignores `maxTokens`. */
const MAX_CHARACTERS_PER_TOKEN = 128;

/** Creates the desk's generator for these models. */
export function createGenerator(
  models: Pick<Catalog, "resolve">,
  now: () => number = Date.now,
): Generator {
  return {
    async generate(input) {
      const startedAtMs = now();
      const failed = (failure: ModelFailure): GenerateResult => ({
        kind: "failed",
        failure,
        tookMs: now() - startedAtMs,
      });
      // What was approved has just been recorded: two long pieces of work take a turn of the loop each.
      await nextTurn();
      let run: Run | null = null;
      const ready = models.resolve(input.model, (progress) => run?.waits(progress));
      if (!ready.ok) return failed(ready.failure);
      const prepared = prepare(input, ready.value);
      if (!prepared.ok) return failed(prepared.failure);
      const { conceal } = ready.value;
      const { prompt, model, options, warnings } = prepared.value;
      const asked = { ...input, options };
      run = new Run(asked, { ...ready.value, ...prepared.value, model }, startedAtMs, now);
      try {
        const result = maskedResult(await run.perform(prompt), conceal);
        if (result.kind === "failed" || warnings.length === 0) return result;
        return { ...result, warnings: [...warnings, ...(result.warnings ?? [])] };
      } catch (error) {
        return maskedResult(failed(failureOf(error, input.model.modelId)), conceal);
      }
    },
  };
}

type Ended = { kind: "stopped" } | { kind: "timeout"; failure: ModelFailure } | { kind: "limit" };

class Run {
  readonly #input: Input;
  readonly #ready: ReadyModel & Pick<Prepared, "dialect" | "behind" | "textTools" | "stops">;
  readonly #startedAtMs: number;
  readonly #now: () => number;
  readonly #control = new AbortController();
  readonly #answer: AnswerCollector;
  readonly #arrival: PartialResponse;
  #ended: Ended | null = null;
  #firstTokenMs: number | undefined;
  #pieces = 0;
  #clock: NodeJS.Timeout | null = null;
  #giveUp: NodeJS.Timeout | undefined;
  #leave: () => void = () => undefined;
  /** Arguments of calls, by id. */
  readonly #rawInputs = new Map<string, string>();
  /** Stops reading the model's stream. */
  #letGo: () => void = () => undefined;
  readonly #givenUp = new Promise<void>((resolve) => {
    this.#leave = resolve;
  });

  constructor(
    input: Input,
    ready: ReadyModel & Pick<Prepared, "dialect" | "behind" | "textTools" | "stops">,
    startedAtMs: number,
    now: () => number,
  ) {
    this.#input = input;
    this.#ready = ready;
    this.#startedAtMs = startedAtMs;
    this.#now = now;
    const { dialect, behind, textTools, stops } = ready;
    this.#answer = new AnswerCollector({
      dialect,
      behind,
      textTools,
      stops,
      putMedia: (base64) => input.putMedia(base64),
      rawInput: (callId) => this.#rawInputs.get(callId),
      onReasoning: (block) => input.onReasoning?.(block),
    });
    this.#arrival = new PartialResponse(now);
  }

  async perform(prompt: Prompt): Promise<GenerateResult> {
    const onAbort = (): void => this.#end({ kind: "stopped" });
    if (this.#input.signal.aborted) return this.#result("stopped", "stopped");
    this.#input.signal.addEventListener("abort", onAbort, { once: true });
    this.#wait("first-token");
    try {
      await Promise.race([this.#consume(prompt), this.#givenUp]);
    } catch (error) {
      // A deliberate abort throws as well; its reason is known.
      if (this.#ended === null) return this.#broken(this.#failureOf(error));
    } finally {
      clearTimeout(this.#giveUp);
      if (this.#clock !== null) clearTimeout(this.#clock);
      this.#input.signal.removeEventListener("abort", onAbort);
    }
    switch (this.#ended?.kind) {
      case "stopped":
        return this.#result("stopped", "stopped");
      case "limit":
        return this.#result("done", "maxTokens");
      case "timeout":
        return this.#broken(this.#ended.failure);
      case undefined:
        return this.#answer.fault === null
          ? this.#result("done")
          : this.#broken(this.#answer.fault);
    }
  }

  /** Progress before the first token. The timeout does not run while the request is queued. */
  waits(progress: GenerationProgress): void {
    if (this.#ended !== null || this.#pieces > 0) return;
    if (progress.kind === "queued" && this.#clock !== null) clearTimeout(this.#clock);
    if (progress.kind !== "queued") this.#wait("first-token");
    this.#input.onProgress?.(progress);
  }

  async #consume(prompt: Prompt): Promise<void> {
    const { document, options } = this.#input;
    const beside = this.#ready.optionsFor?.(options ?? {}, document);
    // A single call: `streamText` is meant for several, may retry, and pipes each part through more streams.
    const { stream } = await streamCall({
      model: withInputs(this.#ready.model, this.#rawInputs),
      messages: prompt.messages,
      abortSignal: this.#control.signal,
      _internal: { collectContent: false },
      instructions: prompt.instructions,
      tools: prompt.tools,
      toolChoice: prompt.toolChoice,
      providerOptions: beside,
      maxOutputTokens: document.maxTokens,
      temperature: document.temperature,
      stopSequences: document.stopSequences,
    });
    // A model may react late to the signal: ignore what it sends after the end.
    const reader = stream.getReader();
    this.#letGo = () => void reader.cancel().catch(() => undefined);
    if (this.#ended !== null) return this.#letGo();
    for (;;) {
      const { done, value: part } = await reader.read();
      if (done) break;
      if (part.type === "error") {
        // The model ignored the tool choice: its response is still a response, which the user reviews.
        if (!ToolChoiceViolationError.isInstance(part.error)) throw part.error;
        this.#answer.endsFor(part.error.finishReason);
        continue;
      }
      if (this.#ended !== null) continue;
      this.#take(part);
    }
    if (this.#ended === null) this.#answer.ended();
  }

  #take(part: LanguageModelStreamPart<ToolSet>): void {
    if (part.type === "text-delta" && part.text === "") return;
    if (part.type === "tool-input-delta" && part.delta === "") return;
    const isPiece =
      part.type === "text-delta" ||
      part.type === "reasoning-delta" ||
      part.type === "tool-input-delta" ||
      part.type === "tool-call" ||
      part.type === "file";
    if (isPiece) {
      this.#firstTokenMs ??= this.#now() - this.#startedAtMs;
      this.#pieces += 1;
      this.#wait("idle");
    }
    const piece = this.#arrival.take(part);
    this.#answer.take(part);
    if (part.type === "model-call-response-metadata" && part.modelId)
      this.#input.onNamed?.(part.modelId);
    // Reasoning and tool calls count towards tokens and time as well.
    if (isPiece || piece !== null) this.#input.onPiece(piece, this.#pieces);
    const { maxTokens } = this.#input.document;
    if (
      maxTokens !== undefined &&
      this.#arrival.characters > maxTokens * MAX_CHARACTERS_PER_TOKEN
    ) {
      this.#end({ kind: "limit" });
    }
  }

  #wait(stage: "first-token" | "idle"): void {
    if (this.#clock !== null) clearTimeout(this.#clock);
    const { firstTokenMs, idleMs } = this.#ready.patience;
    const afterMs = stage === "idle" ? idleMs : firstTokenMs;
    this.#clock = setTimeout(() => {
      this.#end({ kind: "timeout", failure: { kind: "model-timeout", afterMs, stage } });
    }, afterMs);
  }

  #end(ended: Ended): void {
    if (this.#ended !== null) return;
    this.#ended = ended;
    this.#control.abort();
    this.#letGo();
    // The request must not hang if an adapter doesn't end its stream when told to.
    this.#giveUp = setTimeout(this.#leave, GIVE_UP_MS);
  }

  #result(kind: "done" | "stopped", stopReason?: string): GenerateResult {
    const half = this.#arrival.halfCalls();
    const generated = this.#answer.result(this.#input.model.modelId, stopReason, half);
    if (!generated.ok) return this.#failed(generated.failure);
    const { usage, warnings } = this.#answer;
    const reasoning = this.#answer.hasReasoning ? undefined : this.#arrival.reasoning();
    return {
      kind,
      generated: generated.value,
      tookMs: this.#now() - this.#startedAtMs,
      usage,
      reasoning,
      ...(warnings.length === 0 ? {} : { warnings }),
      firstTokenMs: this.#firstTokenMs,
    };
  }

  /** With the provider's error for a program. */
  #failureOf(error: unknown): ModelFailure {
    const failure = failureOf(error, this.#input.model.modelId);
    if (completionIn(this.#input.document) === null) return failure;
    const said = saidBy(error, failure, this.#ready.dialect);
    return said === null ? failure : { ...failure, said };
  }

  /** Before any content, a failure; afterwards, the content with the failure beside it, as it has to be paid for. */
  #broken(failure: ModelFailure): GenerateResult {
    if (!this.#answer.hasContent && this.#arrival.halfCalls().length === 0) {
      return this.#failed(failure);
    }
    const reason = failure.kind === "model-filtered" ? undefined : "interrupted";
    const result = this.#result("stopped", reason);
    // The provider was reached, but the connection broke during the response.
    const brokenOff: ModelFailure =
      failure.kind === "model-unreachable" ? { ...failure, kind: "model-interrupted" } : failure;
    return result.kind === "failed" ? result : { ...result, brokenOff };
  }

  #failed(failure: ModelFailure): GenerateResult {
    return { kind: "failed", failure, tookMs: this.#now() - this.#startedAtMs };
  }
}

/** The model, but the arguments of its calls are kept as its adapter gives them. */
const withInputs = (model: LanguageModelV4, inputs: Map<string, string>): LanguageModelV4 =>
  streamingBy(model, async (options) => {
    const made = await model.doStream(options);
    const reader = made.stream.getReader();
    const stream = new ReadableStream<LanguageModelV4StreamPart>(
      {
        async pull(controller) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          if (value.type === "tool-call") inputs.set(value.toolCallId, value.input);
          controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    return { ...made, stream };
  });
