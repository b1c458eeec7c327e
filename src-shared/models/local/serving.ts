// What a local model server (Ollama, LM Studio …) reports about a model besides its name.

export type ServingProgram = "ollama" | "lm-studio" | "llama.cpp" | "vllm";

export interface Serving {
  program: ServingProgram;
  /** The context that the program actually allocates, which can be much smaller than `maxContextTokens`. */
  contextTokens?: number;
  /** `loaded`: of the running model. `set`: configured. `default`: not configured; the program's default, at least. */
  contextFrom?: "loaded" | "set" | "default";
  /** The context length that the model was trained for. */
  maxContextTokens?: number;
  /** The program drops the beginning of a longer prompt without reporting it. */
  cutsSilently?: true;
  /** The model is in memory. */
  loaded?: boolean;
  /** As the program writes it: `8.0B`; `quantization`: `Q4_K_M`. */
  parameters?: string;
  quantization?: string;
}
