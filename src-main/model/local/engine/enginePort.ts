// What the engine process looks like from outside, and what the rest of this room asks of it. Types only.
import type { ModelFailure, Outcome } from "../../../../src-shared/outcome.ts";
import type { EngineRun } from "./waiting.ts";
import type {
  EngineAnswer,
  EngineChannel,
  EngineDescription,
  EngineLoaded,
  EngineModel,
  EngineRequest,
  EngineStage,
} from "./protocol.ts";

/** A running engine process. */
export interface EngineProcess extends EngineChannel {
  /** Called once, also after `kill`. `code` is null, or 9 or 137, when a signal ended it. */
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
  /** Bytes of memory that are its own, where the system tells. */
  memoryBytes?(): number | null;
}

export interface EngineState {
  running: boolean;
  loaded: EngineLoaded | null;
  busy: boolean;
  waiting: number;
  memoryBytes: number | null;
  unloadAtMs: number | null;
}

/** What the local language model and the page of local models need. Nothing here throws. */
export interface LocalEngine {
  /** One completion, after those that were asked for before. */
  generate(request: EngineRequest, run: EngineRun): Promise<Outcome<EngineAnswer, ModelFailure>>;
  state(): EngineState;
  /** Told when the state has changed. */
  onChange(listener: () => void): void;
  /** Devices and threads, asked of llama.cpp itself; null where there is none. */
  describe(): Promise<EngineDescription | null>;
  /** Ends the process unless it works; resolves true when it is gone. */
  unload(): Promise<boolean>;
  /** Begins the idle time anew, after its length was changed. */
  retime(): void;
  /** Ends the process; what runs fails or, when its signal is aborted, is stopped. */
  close(): void;
}

export interface HostOptions {
  /** Milliseconds without a request after which the process ends and its memory is given back; null: never. */
  idleMs: (model: EngineModel | null) => number | null;
  /** Milliseconds that a stopped completion gets to end by itself. */
  stopGraceMs: number;
  /** The same before the first word, when there is no part to keep. */
  readingGraceMs: number;
  /** How long a chat template may take, and how much memory it may take on. */
  templateMs: number;
  templateBytes: number;
  /** Looks at a request before it begins: why it cannot, or null. */
  admit: (model: EngineModel) => Promise<ModelFailure | null>;
  /** Says why a process died while it worked with this model, from what it was doing and what is left. */
  explain: (
    model: EngineModel,
    death: { exitCode: number | null; stage: EngineStage | null },
  ) => Promise<ModelFailure>;
}
