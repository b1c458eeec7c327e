// Knows what a provider of models is here. Each kind is one small file in `providers/` that implements this interface.
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelFailure, Outcome } from "../../src-shared/outcome.ts";
import type { ListedModel } from "../services/modelPorts.ts";
import type { ModelPatience } from "./generate.ts";
import type { ContentTraits } from "./translate.ts";

export interface Provider {
  readonly traits: ContentTraits;
  readonly patience: ModelPatience;
  /** The models that the provider has now. Never throws. */
  list(signal?: AbortSignal): Promise<Outcome<ListedModel[], ModelFailure>>;
  /** A model to ask. One that no longer exists fails when it is asked, or here as `model-gone`. */
  languageModel(modelId: string): Outcome<LanguageModelV4, ModelFailure>;
}
