// Knows the one engine process: starts it when it is needed, ends it on purpose, and tells an end of its own accord.
import type { EngineProcess } from "./enginePort.ts";
import type { EngineLoaded, FromEngine } from "./protocol.ts";

interface Listener {
  /** Of the process that is in use; what one that was ended still says is not heard. */
  message(message: FromEngine): void;
  /** The process in use ended by itself. `code` as in `EngineProcess.onExit`. */
  died(code: number | null): void;
  /** A process has come or gone, or its model has. */
  changed(): void;
}

export class ProcessHolder {
  readonly #start: () => EngineProcess;
  readonly #listener: Listener;
  /** Processes that were ended and are not gone yet, with what waits for that. */
  readonly #dying = new Map<EngineProcess, () => void>();
  #process: EngineProcess | null = null;
  #loaded: EngineLoaded | null = null;

  constructor(start: () => EngineProcess, listener: Listener) {
    this.#start = start;
    this.#listener = listener;
  }

  get current(): EngineProcess | null {
    return this.#process;
  }

  /** What it has in memory. */
  get loaded(): EngineLoaded | null {
    return this.#loaded;
  }

  /** True until the last process is really gone. */
  get running(): boolean {
    return this.#process !== null || this.#dying.size > 0;
  }

  get memoryBytes(): number | null {
    return this.#process?.memoryBytes?.() ?? null;
  }

  /** The process in use, started if there is none. Throws what starting it throws. */
  ensure(): EngineProcess {
    if (this.#process !== null) return this.#process;
    const process = this.#start();
    this.#process = process;
    process.onMessage((message) => {
      if (this.#process === process) this.#receive(message);
    });
    process.onExit((code) => this.#exited(process, code));
    this.#listener.changed();
    return process;
  }

  /** Ends the process. It is out of use at once: nothing is posted to one that is dying. `gone` is told its end. */
  retire(gone: () => void = () => undefined): void {
    const process = this.#process;
    this.#process = null;
    this.#loaded = null;
    if (process !== null) this.#dying.set(process, gone);
    process?.kill();
    this.#listener.changed();
  }

  #receive(message: FromEngine): void {
    if (message.type !== "loaded") return this.#listener.message(message);
    this.#loaded = message.loaded;
    this.#listener.changed();
  }

  #exited(process: EngineProcess, code: number | null): void {
    this.#dying.get(process)?.();
    this.#dying.delete(process);
    if (this.#process === process) {
      this.#process = null;
      this.#loaded = null;
      this.#listener.died(code);
    }
    this.#listener.changed();
  }
}
