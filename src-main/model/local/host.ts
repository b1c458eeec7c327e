// Knows the engine process from outside: starts it with the first request, keeps it, ends it when idle, and turns its
// death into an ordinary failure. What carries the messages is given to it, so the same code runs under Node and Electron.
import { fail, ok, type ModelFailure, type Outcome } from "../../../src-shared/outcome.ts";
import type { EngineAnswer, EngineRequest, FromEngine, ToEngine } from "./protocol.ts";

/** A running engine process. */
export interface EngineProcess {
  post(message: ToEngine): void;
  onMessage(listener: (message: FromEngine) => void): void;
  /** Called once, also after `kill`. `code` is null when a signal ended it. */
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

export interface EngineRun {
  signal: AbortSignal;
  onDelta(text: string, reasoning: string): void;
}

/** What the local language model needs: one completion. Never throws. */
export interface LocalEngine {
  generate(request: EngineRequest, run: EngineRun): Promise<Outcome<EngineAnswer, ModelFailure>>;
  /** Ends the process; what runs fails or, when its signal is aborted, is stopped. */
  close(): void;
}

export interface HostOptions {
  /** Milliseconds without a request after which the process is ended and its memory given back. */
  idleMs: number;
  /** Milliseconds that a stopped completion gets to end by itself. */
  stopGraceMs: number;
  /** The same while the prompt is still being read. */
  readingGraceMs: number;
}

const DEFAULTS: HostOptions = { idleMs: 10 * 60_000, stopGraceMs: 5_000, readingGraceMs: 300 };

interface Pending {
  request: EngineRequest;
  text: string;
  reasoning: string;
  stopping: NodeJS.Timeout | null;
  run: EngineRun;
  settle(outcome: Outcome<EngineAnswer, ModelFailure>): void;
}

/** An engine that starts its process by `start`. */
export function createLocalEngine(
  start: () => EngineProcess,
  options: Partial<HostOptions> = {},
): LocalEngine {
  return new Host(start, { ...DEFAULTS, ...options });
}

class Host implements LocalEngine {
  readonly #start: () => EngineProcess;
  readonly #options: HostOptions;
  readonly #pending = new Map<string, Pending>();
  #process: EngineProcess | null = null;
  #idle: NodeJS.Timeout | null = null;
  /** The process is being ended because a stopped completion did not end; the rest is to go on. */
  #ending = false;
  #lastId = 0;

  constructor(start: () => EngineProcess, options: HostOptions) {
    this.#start = start;
    this.#options = options;
  }

  async generate(
    request: EngineRequest,
    run: EngineRun,
  ): Promise<Outcome<EngineAnswer, ModelFailure>> {
    if (run.signal.aborted) return ok(stoppedAnswer("", ""));
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    const id = String((this.#lastId += 1));
    return new Promise((resolve) => {
      const onAbort = (): void => this.#stop(id);
      const pending: Pending = {
        request,
        text: "",
        reasoning: "",
        stopping: null,
        run,
        settle: (outcome) => {
          this.#pending.delete(id);
          if (pending.stopping !== null) clearTimeout(pending.stopping);
          run.signal.removeEventListener("abort", onAbort);
          if (this.#pending.size === 0) this.#startIdleClock();
          resolve(outcome);
        },
      };
      this.#pending.set(id, pending);
      run.signal.addEventListener("abort", onAbort, { once: true });
      try {
        this.#ensureProcess().post({ type: "generate", id, request });
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        pending.settle(fail({ kind: "model-engine-crashed", exitCode: null, detail }));
      }
    });
  }

  close(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    for (const pending of [...this.#pending.values()]) {
      const detail = "Countersign ended the engine";
      pending.settle(fail({ kind: "model-engine-crashed", exitCode: null, detail }));
    }
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#process?.kill();
  }

  #ensureProcess(): EngineProcess {
    if (this.#process !== null) return this.#process;
    const process = this.#start();
    this.#process = process;
    process.onMessage((message) => this.#receive(message));
    process.onExit((code) => this.#exited(process, code));
    return process;
  }

  #receive(message: FromEngine): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    switch (message.type) {
      case "delta":
        pending.text += message.text;
        pending.reasoning += message.reasoning;
        if (!pending.run.signal.aborted) pending.run.onDelta(message.text, message.reasoning);
        return;
      case "done":
        pending.settle(ok(message.answer));
        return;
      case "error":
        pending.settle(fail(message.failure));
        return;
    }
  }

  #stop(id: string): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#process?.post({ type: "stop", id });
    const [running] = this.#pending.values();
    if (pending !== running) return pending.settle(ok(stoppedAnswer("", "")));
    // llama.cpp hears a stop between two tokens of an answer, but not while it reads the prompt, which
    // can take minutes. Nothing is lost then by ending the process: there is no part to keep.
    const hasPart = pending.text !== "" || pending.reasoning !== "";
    const { stopGraceMs, readingGraceMs } = this.#options;
    pending.stopping = setTimeout(
      () => {
        pending.settle(ok(stoppedAnswer(pending.text, pending.reasoning)));
        this.#ending = true;
        this.#process?.kill();
      },
      hasPart ? stopGraceMs : readingGraceMs,
    );
  }

  #exited(process: EngineProcess, exitCode: number | null): void {
    if (this.#process === process) this.#process = null;
    for (const pending of [...this.#pending.values()]) {
      if (pending.run.signal.aborted) {
        pending.settle(ok(stoppedAnswer(pending.text, pending.reasoning)));
      }
    }
    // The engine works in the order of arrival: the first is what it died of, unless it was ended on
    // purpose. The others have not begun, so they go to a new process.
    const [first] = this.#pending.values();
    if (!this.#ending) first?.settle(fail({ kind: "model-engine-crashed", exitCode, detail: "" }));
    this.#ending = false;
    for (const [id, { request }] of this.#pending) {
      this.#ensureProcess().post({ type: "generate", id, request });
    }
  }

  #startIdleClock(): void {
    this.#idle = setTimeout(() => this.#process?.kill(), this.#options.idleMs);
    this.#idle.unref();
  }
}

function stoppedAnswer(text: string, reasoning: string): EngineAnswer {
  return {
    text,
    reasoning,
    toolCalls: [],
    stop: { kind: "stopped" },
    usage: { inputTokens: 0, outputTokens: 0 },
    timings: { loadMs: 0, promptMs: 0, generateMs: 0 },
  };
}
