// The calls between the app and the process that runs llama.cpp (by birpc). Plain data: it is cloned between
// processes.
import type { LocalDevice } from "#shared/models/local/local.ts";
import type { ModelFailure, Outcome } from "#shared/outcome.ts";
import type { JsonObject } from "#shared/json.ts";

/** Which weights to use, and how. A request for other weights unloads the current ones. */
export interface EngineModel {
  /** Absolute path of a GGUF file that was validated (see `gguf.ts`): llama.cpp crashes on invalid ones. */
  path: string;
  /** The largest context in tokens; the model's own limit applies if it is smaller. */
  maxContextTokens: number;
  /** CPU threads; by default as many as suit the machine. */
  threads?: number;
  /** Layers on the GPU; by default llama.cpp decides. */
  gpuLayers?: number;
  /** Replaces the model's own chat template (Jinja). */
  chatTemplate?: string;
}

export interface EngineToolCall {
  id: string;
  name: string;
  /** JSON text, as the model wrote it. */
  arguments: string;
}

/** A message as a chat template expects it. */
export type EngineMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; toolCalls: EngineToolCall[] }
  | { role: "tool"; content: string; toolCallId: string; name: string };

export interface EngineTool {
  name: string;
  description: string;
  parameters: JsonObject;
}

export interface EngineRequest {
  model: EngineModel;
  messages: EngineMessage[];
  /** Never exceeded. Without it the response may fill the context. */
  maxTokens?: number;
  temperature?: number;
  stop: string[];
  tools: EngineTool[];
  toolChoice: "auto" | "none" | "required";
  /** The response is JSON, constrained by the schema if there is one. */
  json?: { schema?: JsonObject };
}

/**
 * What the engine does for a request: `preparing` runs the chat template, which comes with the file, so it may be
 * hostile; `loading` loads the weights; `reading` processes the prompt, until the first delta.
 */
export type EngineStage = "preparing" | "loading" | "reading";

/** What the machine offers to llama.cpp. Sizes in bytes. */
export interface EngineDescription {
  threads: number;
  devices: LocalDevice[];
}

/** The loaded model. */
export interface EngineLoaded {
  path: string;
  contextTokens: number;
}

/**
 * Why the response ended. `context-full`: neither the model nor `maxTokens` ended it, but the context was full.
 * `stopped`: the user stopped it; the text so far is kept.
 */
export type EngineStop =
  | { kind: "end" }
  | { kind: "stop-sequence"; sequence: string }
  | { kind: "max-tokens" }
  | { kind: "context-full" }
  | { kind: "stopped" }
  | { kind: "tool-calls" };

export interface EngineAnswer {
  text: string;
  /** A reasoning model's thoughts; not part of the response. */
  reasoning: string;
  toolCalls: EngineToolCall[];
  stop: EngineStop;
  usage: { inputTokens: number; outputTokens: number };
  /** Milliseconds: loading weights (0 if they were loaded), processing the prompt, generating. */
  timings: { loadMs: number; promptMs: number; generateMs: number };
}

/** Calls from the app to the engine process, which never rejects them. */
export interface EngineCalls {
  /** One request at a time: call it again only after the previous one has ended. */
  generate(id: string, request: EngineRequest): Promise<Outcome<EngineAnswer, ModelFailure>>;
  stop(id: string): void;
  /** Null if this system has no llama.cpp. */
  describe(): Promise<EngineDescription | null>;
}

/** Calls from the engine process to the app. */
export interface EngineTells {
  stage(id: string, stage: EngineStage): void;
  /** Null: nothing is loaded any more. */
  loaded(loaded: EngineLoaded | null): void;
  /** New text and reasoning since the last delta of this id. */
  delta(id: string, text: string, reasoning: string): void;
}

/** One end of the channel between app and engine, whatever its transport. */
export interface EngineChannel {
  post(message: unknown): void;
  on(listener: (message: unknown) => void): void;
}
