// Runs requests inside the engine process: one at a time, with one model loaded and kept. The host outside keeps the
// queue and the timers.
import { availableParallelism } from "node:os";
import { createBirpc } from "birpc";
import type { BirpcReturn } from "birpc";
import { fail, ok } from "#shared/outcome.ts";
import type { ModelFailure, Outcome } from "#shared/outcome.ts";
import { DeltaStream } from "./deltaStream.ts";
import { answerOf, chatOptionsOf, completionOf, messagesOf } from "./engineMapping.ts";
import { JobFailed, LoadedModel } from "./loadedModel.ts";
import type { LlamaBinding, LlamaContext, LlamaVariant } from "./llama.ts";
import { forgedControlToken } from "./controlTokens.ts";
import type {
  EngineAnswer,
  EngineCalls,
  EngineChannel,
  EngineDescription,
  EngineRequest,
  EngineTells,
} from "./protocol.ts";
import { stoppedAnswer } from "./requestQueue.ts";

type App = BirpcReturn<EngineTells, EngineCalls>;

interface Job {
  id: string;
  request: EngineRequest;
  stopped: boolean;
}

/** llama.cpp needs some room beyond the prompt; without it a context gets stuck. */
const ROOM_TOKENS = 8;

/**
 * Serves `channel` until the process ends. `load` is called with the first request, so that a platform without a
 * binary responds `model-unsupported-platform` instead of crashing.
 */
export function serveEngine(
  channel: EngineChannel,
  load: () => LlamaBinding,
  variant: LlamaVariant = "default",
): void {
  const calls: EngineCalls = {
    generate: (id, request) => engine.generate(id, request),
    stop: (id) => engine.stop(id),
    describe: () => engine.describe(),
  };
  const app: App = createBirpc<EngineTells, EngineCalls>(calls, { ...channel, timeout: -1 });
  const engine = new Engine(app, load, variant);
}

class Engine {
  readonly #app: App;
  readonly #load: () => LlamaBinding;
  readonly #variant: LlamaVariant;
  readonly #model: LoadedModel;
  #running: Job | null = null;

  constructor(app: App, load: () => LlamaBinding, variant: LlamaVariant) {
    this.#app = app;
    this.#load = load;
    this.#variant = variant;
    this.#model = new LoadedModel({
      load,
      variant,
      threads: defaultThreads(),
      tell: (loaded) => void this.#app.loaded.asEvent(loaded),
    });
  }

  async generate(id: string, request: EngineRequest): Promise<Outcome<EngineAnswer, ModelFailure>> {
    const job: Job = { id, request, stopped: false };
    this.#running = job;
    try {
      return ok(await this.#run(job));
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return fail(error instanceof JobFailed ? error.failure : { kind: "model-other", detail });
    } finally {
      if (this.#running === job) this.#running = null;
    }
  }

  stop(id: string): void {
    if (this.#running?.id !== id) return;
    this.#running.stopped = true;
    this.#model.context?.stopCompletion();
  }

  async describe(): Promise<EngineDescription | null> {
    try {
      const devices = await this.#load().getBackendDevicesInfo(this.#variant);
      const beside = devices.filter(({ type }) => type !== "cpu");
      return {
        threads: defaultThreads(),
        devices: beside.map(({ deviceName, backend, maxMemorySize }) => ({
          name: deviceName,
          backend,
          bytes: maxMemorySize,
        })),
      };
    } catch {
      return null;
    }
  }

  async #run(job: Job): Promise<EngineAnswer> {
    const { id, request } = job;
    await this.#stage(id, "preparing");
    const preparedAtMs = Date.now();
    const context = await this.#model.prepare(request.model);
    const prepareMs = Date.now() - preparedAtMs;
    const promptTokens = await this.#check(context, request);
    if (job.stopped) return stoppedAnswer("", "");
    await this.#stage(id, "loading");
    const loadedAtMs = Date.now();
    const loaded = await this.#model.load(request.model);
    const loadMs = prepareMs + Date.now() - loadedAtMs;
    if (job.stopped) return stoppedAnswer("", "");
    const room = this.#model.contextTokens - promptTokens - ROOM_TOKENS;
    const limit = Math.min(request.maxTokens ?? room, room);
    const stream = new DeltaStream(
      (text, reasoning) => void this.#app.delta.asEvent(id, text, reasoning),
    );
    // The template runs again when the completion starts.
    await this.#stage(id, "preparing");
    const completing = loaded.completion(completionOf(request, limit), (token) => {
      stream.take(token);
    });
    // Prevents an unhandled rejection if it fails before it is awaited.
    completing.catch(() => undefined);
    await this.#stage(id, "reading");
    const result = await completing;
    if (result.context_full && result.tokens_predicted === 0) {
      // The native context does not recover from this; the next request reloads the weights.
      await this.#model.unload();
      throw tooLong(promptTokens, this.#model.contextTokens);
    }
    const answer = answerOf(result, {
      promptTokens,
      limit,
      clamped: limit < (request.maxTokens ?? Infinity),
      stopped: job.stopped,
      streamed: stream.text,
    });
    return { ...answer, timings: { ...answer.timings, loadMs } };
  }

  /** A message sent before a blocking call only leaves after one turn of the loop. */
  async #stage(id: string, stage: "preparing" | "loading" | "reading"): Promise<void> {
    void this.#app.stage.asEvent(id, stage);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  /** Rejects what the template can't express and prompts that don't fit; returns the prompt's length. */
  async #check(context: LlamaContext, request: EngineRequest): Promise<number> {
    refuseUnsupported(context, request);
    const { prompt } = context.getFormattedChat(
      messagesOf(request),
      undefined,
      chatOptionsOf(request),
    );
    const { tokens } = await context.tokenize(prompt);
    if (tokens.length + ROOM_TOKENS >= this.#model.contextTokens) {
      throw tooLong(tokens.length, this.#model.contextTokens);
    }
    return tokens.length;
  }
}

/** What this model's chat template can't express, or would express as something else. */
function refuseUnsupported(context: LlamaContext, request: EngineRequest): void {
  if (request.tools.length > 0 && !speaksTools(context)) {
    throw new JobFailed({
      kind: "model-unsupported-content",
      what: "tools",
      because: "no-tools-in-template",
      detail: "",
    });
  }
  const template =
    request.model.chatTemplate ?? context.getModelInfo().metadata["tokenizer.chat_template"] ?? "";
  const mark = forgedControlToken(request, template);
  if (mark !== null) {
    throw new JobFailed({
      kind: "model-unsupported-content",
      what: mark,
      because: "turn-marker",
      detail: "",
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

/** Use all cores of a small CPU, half of a large one: the second thread of a core only slows it down. */
export function defaultThreads(): number {
  const cores = availableParallelism();
  return cores <= 4 ? cores : Math.min(16, Math.ceil(cores / 2));
}
