// The engine process as seen from outside, and the engine's interface for the rest of this folder. Types only.
import type { ModelFailure, Outcome } from "#shared/outcome.ts";
import type { EngineRun } from "./requestQueue.ts";
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
  /** Called once, also after `kill`. `code` is null, or 9 or 137, if a signal ended it. */
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
  /** Private memory in bytes, if the system reports it. */
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

/** The engine, as the language model and the page of local models use it. Nothing here throws. */
export interface LocalEngine {
  /** One completion, queued after those requested earlier. */
  generate(request: EngineRequest, run: EngineRun): Promise<Outcome<EngineAnswer, ModelFailure>>;
  state(): EngineState;
  /** Called when the state has changed. */
  onChange(listener: () => void): void;
  /** Devices and threads as reported by llama.cpp; null if there is no llama.cpp. */
  describe(): Promise<EngineDescription | null>;
  /** Ends the process unless it is generating; true once it has ended. */
  unload(): Promise<boolean>;
  /** Restarts the idle timer after its length was changed. */
  retime(): void;
  /** Ends the process. A running request fails, or is stopped if its signal is aborted. */
  close(): void;
}

export interface HostOptions {
  /** Milliseconds without a request after which the process ends to free its memory; null: never. */
  idleMs: (model: EngineModel | null) => number | null;
  /** Milliseconds that a stopped completion gets to end by itself. */
  stopGraceMs: number;
  /** The same before the first token, when there is no partial text to keep. */
  readingGraceMs: number;
  /** How long a chat template may run, and how much memory it may allocate. */
  templateMs: number;
  templateBytes: number;
  /** Checks a request before it starts: why it can't run, or null. */
  admit: (model: EngineModel) => Promise<ModelFailure | null>;
  /** Explains why a process died while working with this model, from its stage and the free memory. */
  explain: (
    model: EngineModel,
    death: { exitCode: number | null; stage: EngineStage | null },
  ) => Promise<ModelFailure>;
}
