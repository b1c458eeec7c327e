// Knows what the app and the process that runs llama.cpp call of each other (by birpc). Plain data: it is cloned between processes.
import type { LocalDevice } from "../../../../src-shared/models/local/local.ts";
import type { ModelFailure, Outcome } from "../../../../src-shared/outcome.ts";
import type { JsonObject } from "../../../../src-shared/json.ts";

/** Which weights to use, and how. A request for other weights unloads those that are loaded. */
export interface EngineModel {
  /** Absolute path of a GGUF file that has been checked (see `gguf.ts`): llama.cpp crashes on others. */
  path: string;
  /** The largest context, in tokens; the model's own limit applies where it is smaller. */
  maxContextTokens: number;
  /** Threads of the processor; without it as many as suit the machine. */
  threads?: number;
  /** Layers on the graphics device; without it llama.cpp decides. */
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

/** One message as a chat template takes it. */
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
  /** Never exceeded. Without it the answer may fill the context. */
  maxTokens?: number;
  temperature?: number;
  stop: string[];
  tools: EngineTool[];
  toolChoice: "auto" | "none" | "required";
  /** The answer is JSON, held to the schema where there is one. */
  json?: { schema?: JsonObject };
}

/**
 * What the engine does for a request: `preparing` runs the chat template, which the file brings along, so it
 * may be hostile; `loading` reads the weights; `reading` is the prompt, until the first delta.
 */
export type EngineStage = "preparing" | "loading" | "reading";

/** What the machine offers to llama.cpp. Sizes in bytes. */
export interface EngineDescription {
  threads: number;
  devices: LocalDevice[];
}

/** The model that is in memory. */
export interface EngineLoaded {
  path: string;
  contextTokens: number;
}

/**
 * Why the answer ended. `context-full`: neither the model nor `maxTokens` ended it, but no room was
 * left in the context. `stopped`: the user stopped it; the text so far is kept.
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
  /** What a reasoning model thought before it answered; not part of the answer. */
  reasoning: string;
  toolCalls: EngineToolCall[];
  stop: EngineStop;
  usage: { inputTokens: number; outputTokens: number };
  /** Milliseconds: loading weights (0 when they were loaded), reading the prompt, writing the answer. */
  timings: { loadMs: number; promptMs: number; generateMs: number };
}

/** What the app calls in the engine process. None of these is ever rejected by it. */
export interface EngineCalls {
  /** One request at a time: the next one comes after the last one has ended. */
  generate(id: string, request: EngineRequest): Promise<Outcome<EngineAnswer, ModelFailure>>;
  stop(id: string): void;
  /** Null where this system has no llama.cpp. */
  describe(): Promise<EngineDescription | null>;
}

/** What the engine process calls in the app. */
export interface EngineTells {
  stage(id: string, stage: EngineStage): void;
  /** Null: nothing is loaded any more. */
  loaded(loaded: EngineLoaded | null): void;
  /** Text and reasoning that are new since the last of this id. */
  delta(id: string, text: string, reasoning: string): void;
}

/** One end of the channel between app and engine, whatever carries it. */
export interface EngineChannel {
  post(message: unknown): void;
  on(listener: (message: unknown) => void): void;
}
