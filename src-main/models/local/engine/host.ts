// Manages the engine process from outside: a queue, one request at a time, an idle timeout, and a crash that becomes
// an ordinary failure. The message channel is passed in, so that the same code runs under Node and Electron.
import { DEFAULT_IDLE_MINUTES } from "#shared/models/local/local.ts";
import { fail, ok, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import type { EngineProcess, EngineState, HostOptions } from "./enginePort.ts";
import { ProcessHolder } from "./processHolder.ts";
import type { Engine } from "./processHolder.ts";
import { IdleClock } from "./idleClock.ts";
import {
  stoppedAnswer,
  reportProgress,
  RequestQueue,
  type EngineRun,
  type Pending,
} from "./requestQueue.ts";
import { TemplateWatch } from "./templateWatch.ts";
import type {
  EngineAnswer,
  EngineDescription,
  EngineModel,
  EngineRequest,
  EngineStage,
} from "./protocol.ts";
import { within } from "../../../core/within.ts";

const DEFAULTS: HostOptions = {
  idleMs: () => DEFAULT_IDLE_MINUTES * 60_000,
  stopGraceMs: 5_000,
  readingGraceMs: 300,
  templateMs: 60_000,
  templateBytes: 1 << 30,
  admit: async () => null,
  explain: async (_model, { exitCode }) => ({ kind: "model-engine-crashed", exitCode, detail: "" }),
};

/** Longer than any binary takes to load; after that the description is unknown. */
const DESCRIBE_MS = 15_000;

/** The engine, as the language model and the page of local models use it. Nothing here throws. */
export class LocalEngine {
  readonly #process: ProcessHolder;
  readonly #options: HostOptions;
  readonly #waiting = new RequestQueue();
  readonly #idle: IdleClock;
  #lastModel: EngineModel | null = null;
  #running: Pending | null = null;
  #watch: TemplateWatch | null = null;
  /** The stage of the running request. */
  #stage: EngineStage | null = null;
  #closed = false;
  #changed: () => void = () => undefined;

  /** @param start starts the process */
  constructor(start: () => EngineProcess, options: Partial<HostOptions> = {}) {
    this.#process = new ProcessHolder(start, {
      stage: (id, stage) => this.#staged(id, stage),
      delta: (id, text, reasoning) => this.#delta(id, text, reasoning),
      died: (code) => this.#died(code),
      changed: () => this.#changed(),
    });
    this.#options = { ...DEFAULTS, ...options };
    this.#idle = new IdleClock(() => this.#process.retire());
  }

  /** One completion, queued after those requested earlier. */
  async generate(
    request: EngineRequest,
    run: EngineRun,
  ): Promise<Outcome<EngineAnswer, ModelFailure>> {
    if (run.signal.aborted) return ok(stoppedAnswer("", ""));
    this.#idle.stop();
    return new Promise((resolve) => {
      const onAbort = (): void => this.#stop(pending);
      const pending = this.#waiting.add(request, run, (outcome) => {
        run.signal.removeEventListener("abort", onAbort);
        resolve(outcome);
      });
      run.signal.addEventListener("abort", onAbort, { once: true });
      if (this.#running !== null) this.#waiting.tellPlaces();
      this.#next();
      this.#changed();
    });
  }

  state(): EngineState {
    return {
      running: this.#process.running,
      loaded: this.#process.loaded,
      busy: this.#running !== null,
      waiting: this.#waiting.length,
      memoryBytes: this.#process.memoryBytes,
      unloadAtMs: this.#idle.atMs,
    };
  }

  /** Called when the state has changed. */
  onChange(listener: () => void): void {
    this.#changed = listener;
  }

  /** Devices and threads as reported by llama.cpp; null if there is no llama.cpp. */
  async describe(): Promise<EngineDescription | null> {
    const description = await within(this.#described(), DESCRIBE_MS, null);
    // It was only started for this, so don't keep it.
    if (this.#running === null && this.#process.loaded === null) this.#process.retire();
    return description;
  }

  /** Rejects if there is no process, or it has ended. */
  async #described(): Promise<EngineDescription | null> {
    return this.#process.ensure().calls.describe();
  }

  /** Ends the process unless it is generating; true once it has ended. */
  async unload(): Promise<boolean> {
    if (this.#running !== null || this.#waiting.length > 0) return false;
    this.#idle.stop();
    if (this.#process.current !== null) {
      await new Promise<void>((resolve) => this.#process.retire(resolve));
    }
    return true;
  }

  /** Restarts the idle timer after its length was changed. */
  retime(): void {
    if (this.#idle.atMs !== null) this.#startIdleClock();
  }

  /** Ends the process. A running request fails, or is stopped if its signal is aborted. */
  close(): void {
    this.#closed = true;
    this.#idle.stop();
    this.#watch?.end();
    const detail = "Countersign ended the engine";
    const running = this.#running;
    this.#running = null;
    const all = [...(running === null ? [] : [running]), ...this.#waiting.takeAll()];
    for (const pending of all) {
      pending.settle(fail({ kind: "model-engine-crashed", exitCode: null, detail }));
    }
    this.#process.retire();
  }

  /** Starts the next request unless one is running. */
  #next(): void {
    if (this.#running !== null || this.#closed) return;
    const pending = this.#waiting.shift();
    if (pending === undefined) {
      this.#startIdleClock();
      return;
    }
    this.#running = pending;
    this.#stage = null;
    this.#lastModel = pending.request.model;
    this.#waiting.tellPlaces();
    void this.#begin(pending);
  }

  async #begin(pending: Pending): Promise<void> {
    const refused = await this.#options.admit(pending.request.model);
    if (this.#running !== pending) return;
    if (refused !== null) return this.#finish(fail(refused));
    let engine: Engine | null = null;
    try {
      pending.posted = true;
      engine = this.#process.ensure();
      const outcome = await engine.calls.generate(pending.id, pending.request);
      if (this.#running === pending) this.#finish(outcome);
    } catch (error) {
      // If the process has ended, its exit handler settles the request.
      if (this.#running !== pending || engine !== this.#process.current) return;
      const detail = error instanceof Error ? error.message : String(error);
      this.#finish(fail({ kind: "model-engine-crashed", exitCode: null, detail }));
    }
  }

  #finish(outcome: Outcome<EngineAnswer, ModelFailure>): void {
    const pending = this.#running;
    this.#running = null;
    this.#watch?.end();
    this.#watch = null;
    pending?.settle(outcome);
    this.#next();
    this.#changed();
  }

  #staged(id: string, stage: EngineStage): void {
    const pending = this.#running;
    if (pending?.id !== id) return;
    this.#stage = stage;
    this.#watch?.end();
    this.#watch = stage === "preparing" ? this.#watchTemplate() : null;
    if (stage !== "preparing") reportProgress(pending, { kind: stage });
  }

  #delta(id: string, text: string, reasoning: string): void {
    const pending = this.#running;
    if (pending?.id !== id) return;
    pending.text += text;
    pending.reasoning += reasoning;
    if (!pending.run.signal.aborted) pending.run.onDelta(text, reasoning);
  }

  #watchTemplate(): TemplateWatch {
    const { templateMs, templateBytes } = this.#options;
    return new TemplateWatch(
      { ms: templateMs, bytes: templateBytes },
      () => this.#process.memoryBytes,
      (afterMs) => this.#end(fail({ kind: "model-template-stuck", afterMs })),
    );
  }

  #stop(pending: Pending): void {
    if (pending !== this.#running) {
      this.#waiting.remove(pending);
      pending.settle(ok(stoppedAnswer("", "")));
      this.#waiting.tellPlaces();
      return this.#changed();
    }
    if (!pending.posted) return this.#finish(ok(stoppedAnswer("", "")));
    void this.#process.current?.calls.stop.asEvent(pending.id);
    // llama.cpp notices a stop between two tokens of a response, but not while it reads the prompt, which can take
    // minutes. Ending the process then loses nothing: there is no partial text to keep.
    const hasPart = pending.text !== "" || pending.reasoning !== "";
    const { stopGraceMs, readingGraceMs } = this.#options;
    pending.stopping = setTimeout(
      () => this.#end(ok(stoppedAnswer(pending.text, pending.reasoning))),
      hasPart ? stopGraceMs : readingGraceMs,
    );
  }

  /** Ends the process and its request; queued requests go to a new process. */
  #end(outcome: Outcome<EngineAnswer, ModelFailure>): void {
    this.#process.retire();
    this.#finish(outcome);
  }

  #died(exitCode: number | null): void {
    this.#watch?.end();
    const pending = this.#running;
    if (pending?.posted !== true) {
      if (pending === null) this.#idle.stop();
      return;
    }
    if (pending.run.signal.aborted) {
      return this.#finish(ok(stoppedAnswer(pending.text, pending.reasoning)));
    }
    // Only the running request has failed; the others have not started.
    const death = { exitCode, stage: this.#stage };
    void this.#options.explain(pending.request.model, death).then((failure) => {
      if (this.#running === pending) this.#finish(fail(failure));
    });
  }

  #startIdleClock(): void {
    if (this.#process.current === null || this.#closed) return;
    this.#idle.start(this.#options.idleMs(this.#lastModel));
  }
}
