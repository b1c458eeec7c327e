// Knows how requests become completions inside the engine process: one after another, one model loaded at a time, kept warm.
import { availableParallelism } from "node:os";
import path from "node:path";
import type { ModelFailure } from "../../../src-shared/outcome.ts";
import { answerOf, completionOf, messagesOf, toolsOf } from "./engineMapping.ts";
import type { LlamaBinding, LlamaContext } from "./llama.ts";
import type { EngineChannel, EngineModel, EngineRequest, ToEngine } from "./protocol.ts";
import { DeltaStream } from "./deltaStream.ts";
import { readGguf } from "./gguf.ts";
import { forgedMark } from "./marks.ts";

interface Job {
  id: string;
  request: EngineRequest;
  stopped: boolean;
}

interface Loaded {
  key: string;
  context: LlamaContext;
  contextTokens: number;
}

/** Where a file does not say what its model was made for. */
const DEFAULT_CONTEXT_TOKENS = 4096;
/** llama.cpp wants a little room beyond the prompt; without it a context gets stuck. */
const ROOM_TOKENS = 8;

/** A failure on its way out of a job. */
class JobFailed extends Error {
  readonly failure: ModelFailure;
  constructor(failure: ModelFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/**
 * Serves `channel` until the process ends. `load` is called with the first request, so that a
 * platform without a binary answers `model-unsupported-platform` instead of dying.
 */
export function serveEngine(channel: EngineChannel, load: () => LlamaBinding): void {
  new Engine(channel, load).listen();
}

class Engine {
  readonly #channel: EngineChannel;
  readonly #load: () => LlamaBinding;
  readonly #queue: Job[] = [];
  #running: Job | null = null;
  #loaded: Loaded | null = null;

  constructor(channel: EngineChannel, load: () => LlamaBinding) {
    this.#channel = channel;
    this.#load = load;
  }

  listen(): void {
    this.#channel.onMessage((message) => this.#receive(message));
  }

  #receive(message: ToEngine): void {
    switch (message.type) {
      case "generate":
        this.#queue.push({ id: message.id, request: message.request, stopped: false });
        void this.#next();
        return;
      case "stop":
        this.#stop(message.id);
        return;
    }
  }

  #stop(id: string): void {
    if (this.#running?.id === id) {
      this.#running.stopped = true;
      this.#loaded?.context.stopCompletion();
      return;
    }
    const at = this.#queue.findIndex((job) => job.id === id);
    const [job] = at < 0 ? [] : this.#queue.splice(at, 1);
    if (job !== undefined) this.#postStopped(job);
  }

  #postStopped(job: Job): void {
    this.#channel.post({
      type: "done",
      id: job.id,
      answer: {
        text: "",
        reasoning: "",
        toolCalls: [],
        stop: { kind: "stopped" },
        usage: { inputTokens: 0, outputTokens: 0 },
        timings: { loadMs: 0, promptMs: 0, generateMs: 0 },
      },
    });
  }

  async #next(): Promise<void> {
    if (this.#running !== null) return;
    const job = this.#queue.shift();
    if (job === undefined) return;
    this.#running = job;
    try {
      await this.#run(job);
    } catch (error) {
      const failure: ModelFailure =
        error instanceof JobFailed
          ? error.failure
          : { kind: "model-other", detail: error instanceof Error ? error.message : String(error) };
      this.#channel.post({ type: "error", id: job.id, failure });
    }
    this.#running = null;
    void this.#next();
  }

  async #run(job: Job): Promise<void> {
    const startedAtMs = Date.now();
    const loaded = await this.#ensureLoaded(job.request.model);
    const loadMs = Date.now() - startedAtMs;
    const { request } = job;
    refuseUnsupported(loaded.context, request);
    const promptTokens = await this.#countPrompt(loaded, request);
    if (job.stopped) return this.#postStopped(job);
    const room = loaded.contextTokens - promptTokens - ROOM_TOKENS;
    const limit = Math.min(request.maxTokens ?? room, room);
    const stream = new DeltaStream((text, reasoning) =>
      this.#channel.post({ type: "delta", id: job.id, text, reasoning }),
    );
    const result = await loaded.context.completion(completionOf(request, limit), (token) => {
      stream.take(token);
    });
    if (result.context_full && result.tokens_predicted === 0) {
      // The native context does not recover from this; the next request loads the weights anew.
      await this.#unload();
      throw tooLong(promptTokens, loaded.contextTokens);
    }
    const clamped = limit < (request.maxTokens ?? Infinity);
    const answer = answerOf(result, {
      promptTokens,
      limit,
      clamped,
      stopped: job.stopped,
      streamed: stream.text,
    });
    this.#channel.post({
      type: "done",
      id: job.id,
      answer: { ...answer, timings: { ...answer.timings, loadMs } },
    });
  }

  async #countPrompt(loaded: Loaded, request: EngineRequest): Promise<number> {
    const { prompt } = loaded.context.getFormattedChat(messagesOf(request), undefined, {
      jinja: true,
      reasoning_format: "auto",
      ...toolsOf(request),
    });
    const { tokens } = await loaded.context.tokenize(prompt);
    if (tokens.length + ROOM_TOKENS >= loaded.contextTokens) {
      throw tooLong(tokens.length, loaded.contextTokens);
    }
    return tokens.length;
  }

  async #ensureLoaded(model: EngineModel): Promise<Loaded> {
    const key = JSON.stringify([model.path, model.maxContextTokens, model.chatTemplate ?? null]);
    if (this.#loaded?.key === key) return this.#loaded;
    await this.#unload();
    const facts = await readGguf(model.path);
    if (!facts.ok) throw new JobFailed(facts.failure);
    const trained = facts.value.contextTokens ?? DEFAULT_CONTEXT_TOKENS;
    const contextTokens = Math.min(trained, model.maxContextTokens);
    const context = await this.#open(model, contextTokens);
    this.#loaded = { key, context, contextTokens };
    return this.#loaded;
  }

  async #open(model: EngineModel, contextTokens: number): Promise<LlamaContext> {
    let binding: LlamaBinding;
    try {
      binding = this.#load();
    } catch {
      const platform = `${process.platform}-${process.arch}`;
      throw new JobFailed({ kind: "model-unsupported-platform", platform });
    }
    try {
      return await binding.loadModel({
        model: model.path,
        n_ctx: contextTokens,
        n_threads: threads(),
        ctx_shift: false,
        ...(model.chatTemplate === undefined ? {} : { chat_template: model.chatTemplate }),
      });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw new JobFailed({ kind: "model-file-invalid", file: path.basename(model.path), detail });
    }
  }

  async #unload(): Promise<void> {
    const loaded = this.#loaded;
    this.#loaded = null;
    await loaded?.context.release();
  }
}

/** What this model's chat template cannot say, or would say as something else. */
function refuseUnsupported(context: LlamaContext, request: EngineRequest): void {
  if (request.tools.length > 0 && !speaksTools(context)) {
    throw new JobFailed({
      kind: "model-unsupported-content",
      what: "tools",
      detail: "The chat template of this model has no place for tools.",
    });
  }
  const template =
    request.model.chatTemplate ?? context.getModelInfo().metadata["tokenizer.chat_template"] ?? "";
  const mark = forgedMark(request, template);
  if (mark !== null) {
    throw new JobFailed({
      kind: "model-unsupported-content",
      what: mark,
      detail: "This model reads it as the border between two messages, wherever it stands.",
    });
  }
}

function speaksTools(context: LlamaContext): boolean {
  return context.getModelInfo().chatTemplates.jinja.defaultCaps?.toolCalls === true;
}

function tooLong(needed: number, limit: number): JobFailed {
  return new JobFailed({
    kind: "model-context-too-long",
    needed: needed + ROOM_TOKENS,
    limit,
    detail: "",
  });
}

/** Few cores are all used; of many, half: the second thread of a core only gets in the way. */
function threads(): number {
  const cores = availableParallelism();
  return cores <= 4 ? cores : Math.min(16, Math.ceil(cores / 2));
}
