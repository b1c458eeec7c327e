// What a program that serves models on somebody's own machine says of one beyond its name.

export type ServingProgram = "ollama" | "lm-studio" | "llama.cpp" | "vllm";

export interface Serving {
  program: ServingProgram;
  /** Tokens that the program really has room for now. It may be far less than the model was made for. */
  contextTokens?: number;
  /**
   * `loaded`: the running model has it. `set`: the model is started with it. `default`: nobody has set any, so it is
   * what the program takes by itself, at least.
   */
  contextFrom?: "loaded" | "set" | "default";
  /** Tokens that the model itself was made for. */
  maxContextTokens?: number;
  /** A longer prompt is cut at its beginning, and nothing says so. */
  cutsSilently?: true;
  /** It is in memory now. */
  loaded?: boolean;
  /** As the program writes them: `8.0B`, `Q4_K_M`. */
  parameters?: string;
  quantization?: string;
}
