// A model with everything needed to call it.
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ProviderTraits } from "#shared/models/ranking/traits.ts";
import type { ModelPatience, Provider } from "../providers/provider.ts";

/** A model that is ready to be called. */
export interface ReadyModel {
  model: LanguageModelV4;
  traits: ProviderTraits;
  patience: ModelPatience;
  optionsFor?: Provider["optionsFor"];
  conceal?: Provider["conceal"];
  exactModel?: Provider["exactModel"];
}
