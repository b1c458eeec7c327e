// Types for the part of `@fugood/llama.node` 1.7 that is used here: the package ships no declarations.
import { createRequire } from "node:module";

/** A chat message as llama.cpp's templates expect it. */
export interface LlamaMessage {
  role: string;
  content: string;
  tool_calls?: { type: "function"; id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
  name?: string;
}

export interface LlamaChatOptions {
  jinja: boolean;
  tools?: {
    type: "function";
    function: { name: string; description: string; parameters: object };
  }[];
  tool_choice?: string;
  reasoning_format: "none" | "auto";
  /** Constrains the response with a grammar derived from the schema. */
  response_format?:
    | { type: "json_object" }
    | { type: "json_schema"; json_schema: { strict: true; schema: object } };
}

export interface LlamaCompletion extends LlamaChatOptions {
  messages: LlamaMessage[];
  n_predict: number;
  temperature?: number;
  stop: string[];
  /** The binding's default is 0.1, with a threshold of 0, which picks the least likely token one time in ten. */
  xtc_probability: 0;
  /** On by default as well (1.75), which would change what a model writes. */
  dry_multiplier: 0;
}

/** `content` and `reasoning_content` are cumulative, not deltas. */
export interface LlamaToken {
  token: string;
  content?: string;
  reasoning_content?: string;
}

export interface LlamaResult {
  text: string;
  content?: string;
  reasoning_content?: string;
  tool_calls?: { id?: string; function: { name: string; arguments: string } }[];
  tokens_predicted: number;
  /** Prompt and response together. */
  tokens_evaluated: number;
  context_full: boolean;
  interrupted: boolean;
  stopped_eos?: boolean;
  stopped_words?: boolean;
  stopping_word?: string;
  stopped_limited?: boolean;
  timings: { prompt_ms: number; predicted_ms: number };
}

export interface LlamaContext {
  getModelInfo(): {
    metadata: Record<string, string>;
    chatTemplates: {
      jinja: { default: boolean; defaultCaps?: { tools: boolean; toolCalls: boolean } };
    };
  };
  getFormattedChat(
    messages: LlamaMessage[],
    template: string | undefined,
    options: LlamaChatOptions,
  ): { prompt: string };
  tokenize(text: string): Promise<{ tokens: Int32Array }>;
  completion(options: LlamaCompletion, onToken: (token: LlamaToken) => void): Promise<LlamaResult>;
  stopCompletion(): void;
  release(): Promise<void>;
}

/** A device that llama.cpp detects; `type` is `cpu`, `gpu`, `igpu` or `accel`. Memory in bytes. */
export interface LlamaDevice {
  backend: string;
  type: string;
  deviceName: string;
  maxMemorySize: number;
}

/** The build of the binding: `vulkan` and `cuda` are packages of their own, anything else is `default`. */
export type LlamaVariant = "default" | "vulkan" | "cuda";

export interface LlamaBinding {
  loadModel(options: {
    model: string;
    n_ctx: number;
    n_threads: number;
    /** Off: a prompt that is too long must fail, never be truncated at its start. */
    ctx_shift: false;
    chat_template?: string;
    n_gpu_layers?: number;
    /** Loads only vocabulary and template, not the weights. */
    vocab_only?: true;
    lib_variant: LlamaVariant;
  }): Promise<LlamaContext>;
  getBackendDevicesInfo(variant: LlamaVariant): Promise<LlamaDevice[]>;
}

/** The name of the package with llama.cpp for this platform. */
export function platformPackage(platform: string, arch: string): string {
  return `@fugood/node-llama-${platform}-${arch}`;
}

/** Loads the native binding; throws if the platform has none. */
export function loadBinding(): LlamaBinding {
  // Uses `require`: a native module can't be imported, and the package's types are sources that don't compile under
  // strict options. Requiring the platform's package first gives a clear failure; the package itself would try a
  // local build and print warnings.
  const load = createRequire(import.meta.url);
  load(platformPackage(process.platform, process.arch));
  const binding: unknown = load("@fugood/llama.node");
  if (!isBinding(binding)) throw new Error("@fugood/llama.node lacks the expected functions");
  return binding;
}

function isBinding(value: unknown): value is LlamaBinding {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "loadModel") === "function"
  );
}
