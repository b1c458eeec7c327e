// Local models: what their files say, what the machine offers, and whether a model fits into memory. Sizes in bytes,
// lengths in tokens.
import type { LocalSettings } from "./localSettings.ts";
export type { LocalSettings } from "./localSettings.ts";

/** Metadata of a model file. */
export interface LocalFacts {
  bytes: number;
  licence?: string;
  architecture?: string;
  parameters?: number;
  quantisation?: string;
  /** The context length that the model was trained for. */
  contextTokens?: number;
  layers?: number;
  /** Cache memory per token of context, besides the weights; absent if the model's layout is unknown. */
  cacheBytesPerToken?: number;
  /** The chat template supports tools; tool calls are then constrained to their schemas. */
  tools: boolean;
}

export interface LocalModelView {
  modelId: string;
  name: string;
  /** File name without its folder. */
  file: string;
  from: "picked" | "fetched" | "found";
  facts: LocalFacts;
  settings: LocalSettings;
}

/** A device besides the CPU that llama.cpp can use. */
export interface LocalDevice {
  name: string;
  backend: string;
  bytes: number;
}

export interface LocalMachine {
  totalBytes: number;
  /** Memory that can be allocated without swapping out other programs. */
  availableBytes: number;
  /** The default number of threads. */
  threads: number;
  cores: number;
  /** Null until llama.cpp has listed them. */
  devices: LocalDevice[] | null;
}

/** State of the process that runs local models. */
export type LocalEngineView =
  | { kind: "off" }
  | {
      kind: "on";
      /** The loaded model, if any. */
      modelId: string | null;
      contextTokens: number | null;
      busy: boolean;
      waiting: number;
      /** Memory used by the process, if the system reports it. */
      memoryBytes: number | null;
      /** When the model is unloaded if it stays idle; null while busy, or if it is never unloaded. */
      unloadAtMs: number | null;
    };

export interface LocalView {
  models: LocalModelView[];
  machine: LocalMachine;
  engine: LocalEngineView;
}

/** The state of a generation before its first token. */
export type GenerationProgress =
  /** `ahead` requests are processed first. */
  { kind: "queued"; ahead: number } | { kind: "loading" } | { kind: "reading" };

/** The default limit of the context: memory use grows with it. */
export const DEFAULT_CONTEXT_TOKENS = 8192;
/** Used if the file does not say what context length the model was trained for. */
const UNKNOWN_CONTEXT_TOKENS = 4096;
export const DEFAULT_IDLE_MINUTES = 10;
/** Fixed overhead of the process and its compute buffers, besides weights and cache. */
const WORKING_BYTES = 140 << 20;
/** Overhead of the compute buffers as a share of the model's size. */
const WORKING_SHARE = 0.04;

/** The context length to allocate for a model. */
export function contextTokensOf(
  facts: Pick<LocalFacts, "contextTokens">,
  settings: LocalSettings,
): number {
  const most = facts.contextTokens ?? UNKNOWN_CONTEXT_TOKENS;
  return Math.min(most, settings.contextTokens ?? DEFAULT_CONTEXT_TOKENS);
}

/**
 * Memory that a model needs with this context, in bytes. `atLeast`: a lower bound, as the size of the cache is
 * unknown.
 */
export function memoryNeeded(
  facts: Pick<LocalFacts, "bytes" | "cacheBytesPerToken">,
  contextTokens: number,
): { bytes: number; atLeast: boolean } {
  const { bytes, cacheBytesPerToken } = facts;
  const cache = (cacheBytesPerToken ?? 0) * contextTokens;
  const working = WORKING_BYTES + WORKING_SHARE * bytes;
  return { bytes: Math.round(bytes + cache + working), atLeast: cacheBytesPerToken === undefined };
}

/** Whether a model fits into memory; `tight` if it takes more than 90% of what is available. */
export function memoryVerdict(
  neededBytes: number,
  availableBytes: number,
): "fits" | "tight" | "too-much" {
  if (neededBytes > availableBytes) return "too-much";
  return neededBytes > availableBytes * 0.9 ? "tight" : "fits";
}
