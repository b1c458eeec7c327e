// Owns the one engine process: starts it when needed, ends it, and reports when it ends by itself.
import { createBirpc } from "birpc";
import type { BirpcReturn } from "birpc";
import type { EngineProcess } from "./enginePort.ts";
import type { EngineCalls, EngineLoaded, EngineTells } from "./protocol.ts";

/** Messages of the process in use; those of a process that was ended are ignored. */
interface Listener extends Pick<EngineTells, "stage" | "delta"> {
  /** The process in use ended by itself. `code` as in `EngineProcess.onExit`. */
  died(code: number | null): void;
  /** A process started or ended, or its model changed. */
  changed(): void;
}

/** A process with its calls, which are rejected when it ends. */
export interface Engine {
  process: EngineProcess;
  calls: BirpcReturn<EngineCalls, EngineTells>;
}

export class ProcessHolder {
  readonly #start: () => EngineProcess;
  readonly #listener: Listener;
  /** Processes that were told to end and are still running, with what waits for their exit. */
  readonly #dying = new Map<EngineProcess, () => void>();
  #engine: Engine | null = null;
  #loaded: EngineLoaded | null = null;

  constructor(start: () => EngineProcess, listener: Listener) {
    this.#start = start;
    this.#listener = listener;
  }

  get current(): Engine | null {
    return this.#engine;
  }

  /** The model that it has loaded. */
  get loaded(): EngineLoaded | null {
    return this.#loaded;
  }

  /** True until the last process has exited. */
  get running(): boolean {
    return this.#engine !== null || this.#dying.size > 0;
  }

  get memoryBytes(): number | null {
    return this.#engine?.process.memoryBytes?.() ?? null;
  }

  /** The process in use, started if there is none. Throws what starting it throws. */
  ensure(): Engine {
    if (this.#engine !== null) return this.#engine;
    const process = this.#start();
    const inUse = (): boolean => this.#engine?.process === process;
    const tells: EngineTells = {
      stage: (id, stage) => inUse() && this.#listener.stage(id, stage),
      delta: (id, text, reasoning) => inUse() && this.#listener.delta(id, text, reasoning),
      loaded: (loaded) => inUse() && this.#hasLoaded(loaded),
    };
    const { post, on } = process;
    const calls = createBirpc<EngineCalls, EngineTells>(tells, {
      post,
      on,
      timeout: -1,
      // A bug of ours, which birpc would otherwise swallow.
      onFunctionError: (error) =>
        void setImmediate(() => {
          throw error;
        }),
    });
    const engine = { process, calls };
    this.#engine = engine;
    process.onExit((code) => this.#exited(process, code));
    this.#listener.changed();
    return engine;
  }

  /**
   * Ends the process. It is out of use at once, so that nothing is posted to a process that is ending. `gone` is
   * called when it has exited.
   */
  retire(gone: () => void = () => undefined): void {
    const engine = this.#engine;
    this.#engine = null;
    this.#loaded = null;
    if (engine !== null) {
      engine.calls.$close();
      this.#dying.set(engine.process, gone);
      engine.process.kill();
    }
    this.#listener.changed();
  }

  #hasLoaded(loaded: EngineLoaded | null): void {
    this.#loaded = loaded;
    this.#listener.changed();
  }

  #exited(process: EngineProcess, code: number | null): void {
    this.#dying.get(process)?.();
    this.#dying.delete(process);
    if (this.#engine?.process === process) {
      this.#engine.calls.$close();
      this.#engine = null;
      this.#loaded = null;
      this.#listener.died(code);
    }
    this.#listener.changed();
  }
}
