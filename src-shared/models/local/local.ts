// What is known of the models that run inside the app, how they are to run, and whether they fit. Sizes in bytes,
// lengths in tokens. Pure.
import type { LocalSettings } from "./localSettings.ts";
export type { LocalSettings } from "./localSettings.ts";

/** What a model file says of itself. */
export interface LocalFacts {
  bytes: number;
  licence?: string;
  architecture?: string;
  parameters?: number;
  quantisation?: string;
  /** What the model was made for. */
  contextTokens?: number;
  layers?: number;
  /** What each token of the context takes beside the weights; absent where the layout is not known. */
  cacheBytesPerToken?: number;
  /** Its chat template has a place for tools, so calls can be asked for and are held to their schemas. */
  tools: boolean;
}

export interface LocalModelView {
  modelId: string;
  name: string;
  /** Name of the file, without its folder. */
  file: string;
  from: "picked" | "fetched" | "found";
  facts: LocalFacts;
  settings: LocalSettings;
}

/** A device that llama.cpp can compute on beside the processor. */
export interface LocalDevice {
  name: string;
  backend: string;
  bytes: number;
}

export interface LocalMachine {
  totalBytes: number;
  /** What programs could still take now, without pushing others out. */
  availableBytes: number;
  /** Threads that are used where nothing else is set. */
  threads: number;
  cores: number;
  /** Null until llama.cpp has been asked. */
  devices: LocalDevice[] | null;
}

/** What the process that runs local models does now. */
export type LocalEngineView =
  | { kind: "off" }
  | {
      kind: "on";
      /** The model in memory, if any. */
      modelId: string | null;
      contextTokens: number | null;
      busy: boolean;
      waiting: number;
      /** Memory of the process, as far as the system tells. */
      memoryBytes: number | null;
      /** When it leaves memory unless something is asked of it; null while it works, or for never. */
      unloadAtMs: number | null;
    };

export interface LocalView {
  models: LocalModelView[];
  machine: LocalMachine;
  engine: LocalEngineView;
}

/** How far a generation is before its first word. */
export type GenerationProgress =
  /** So many others are answered first. */
  { kind: "queued"; ahead: number } | { kind: "loading" } | { kind: "reading" };

/** The largest context that is opened where the user says nothing: memory grows with it. */
export const DEFAULT_CONTEXT_TOKENS = 8192;
/** Where a file does not say what its model was made for. */
const UNKNOWN_CONTEXT_TOKENS = 4096;
export const DEFAULT_IDLE_MINUTES = 10;
/** The process itself and room to compute in, beside weights and cache. */
const WORKING_BYTES = 140 << 20;
/** Room to compute in grows with the model. */
const WORKING_SHARE = 0.04;

/** The context that is opened for a model. */
export function contextTokensOf(
  facts: Pick<LocalFacts, "contextTokens">,
  settings: LocalSettings,
): number {
  const most = facts.contextTokens ?? UNKNOWN_CONTEXT_TOKENS;
  return Math.min(most, settings.contextTokens ?? DEFAULT_CONTEXT_TOKENS);
}

/** Memory that a model needs with such a context, in bytes. `atLeast`: its cache is not known, so it is more. */
export function memoryNeeded(
  facts: Pick<LocalFacts, "bytes" | "cacheBytesPerToken">,
  contextTokens: number,
): { bytes: number; atLeast: boolean } {
  const { bytes, cacheBytesPerToken } = facts;
  const cache = (cacheBytesPerToken ?? 0) * contextTokens;
  const working = WORKING_BYTES + WORKING_SHARE * bytes;
  return { bytes: Math.round(bytes + cache + working), atLeast: cacheBytesPerToken === undefined };
}

/** Whether so much fits: `tight` when it takes more than nine tenths of what is free. */
export function memoryVerdict(
  neededBytes: number,
  availableBytes: number,
): "fits" | "tight" | "too-much" {
  if (neededBytes > availableBytes) return "too-much";
  return neededBytes > availableBytes * 0.9 ? "tight" : "fits";
}
