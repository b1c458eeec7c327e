// The engine process as seen from outside. Types only.
import type { ModelFailure } from "#shared/outcome.ts";
import type { EngineChannel, EngineLoaded, EngineModel, EngineStage } from "./protocol.ts";

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
