// Knows what a provider of models is here. Each kind is one small file in `providers/` that implements this interface.
import type { LanguageModelV4, SharedV4ProviderOptions as ProviderOptions } from "@ai-sdk/provider";
import type { GenerationOptions } from "../../src-shared/models/options.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import type { ModelFailure, Outcome } from "../../src-shared/outcome.ts";
import type { ListedModel } from "../services/modelPorts.ts";
import type { ModelPatience } from "./generate.ts";
import type { ProviderTraits } from "../../src-shared/models/traits.ts";

export interface Provider {
  readonly traits: ProviderTraits;
  readonly patience: ModelPatience;
  /** What a person allowed beside the document, as this provider takes it; undefined: nothing. */
  optionsFor?(options: GenerationOptions, document: RequestDocument): ProviderOptions | undefined;
  /** The models that the provider has now. Never throws. */
  list(signal?: AbortSignal): Promise<Outcome<ListedModel[], ModelFailure>>;
  /** A model to ask. One that no longer exists fails when it is asked, or here as `model-gone`. */
  languageModel(modelId: string): Outcome<LanguageModelV4, ModelFailure>;
}
