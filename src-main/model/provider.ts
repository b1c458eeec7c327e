// Knows what a provider of models is here. Each kind is one small file in `providers/` that implements this interface.
import type { LanguageModelV4, SharedV4ProviderOptions as ProviderOptions } from "@ai-sdk/provider";
import type { GenerationProgress } from "../../src-shared/models/local/local.ts";
import type { GenerationOptions } from "../../src-shared/models/providers/options.ts";
import type { ProviderKind, RemoteKind } from "../../src-shared/models/providers/providerKinds.ts";
import type { RequestDocument } from "../../src-shared/sampling/document/message.ts";
import type { ModelFailure, Outcome } from "../../src-shared/outcome.ts";
import type { ListedModel } from "../services/models/modelPorts.ts";

/** How long a model may be silent, in milliseconds. */
export interface ModelPatience {
  /** Until the first piece of an answer. */
  firstTokenMs: number;
  /** Between two pieces. */
  idleMs: number;
}

export interface Provider {
  readonly kind: ProviderKind;
  readonly patience: ModelPatience;
  /** Takes the key out of a failure. */
  conceal?(failure: ModelFailure): ModelFailure;
  /** What goes along beside the document: what the user allowed, and what `traits.adds` says. */
  optionsFor?(options: GenerationOptions, document: RequestDocument): ProviderOptions | undefined;
  /** For completions in the dialect that `ProviderTraits.exact` names. Absent: `languageModel` is asked for them too. */
  readonly exactModel?: (modelId: string) => LanguageModelV4;
  /** The models that the provider has now, asked in a way that costs nothing. Never throws. */
  list(signal?: AbortSignal): Promise<Outcome<ListedModel[], ModelFailure>>;
  /** A model to ask. One that no longer exists fails when it is asked, or here as `model-gone`. */
  languageModel(
    modelId: string,
    onProgress?: (progress: GenerationProgress) => void,
  ): Outcome<LanguageModelV4, ModelFailure>;
}

/** What a provider is made of. `openProvider` makes one, without asking anything. */
export interface ProviderSetup {
  id: string;
  kind: RemoteKind;
  /** Up to and including the version path, without a slash at the end; see `kindFacts`. */
  baseUrl: string;
  /** Null where there is none. Never taken from the environment here. */
  key: string | null;
  /** Sent with each request, beside the key. */
  headers?: Record<string, string>;
  /** Of Azure: the version of the API that is asked for. */
  apiVersion?: string;
  /** Of Bedrock: the access key whose secret `key` is. */
  keyId?: string;
  /** Names of models that the user added: deployments, or what the provider does not list. */
  modelNames?: readonly string[];
  /** Replaces the usual patience, as far as it says. */
  patience?: Partial<ModelPatience>;
  /** How long a connection to it may take, in milliseconds; as usual where it is not said. */
  connectMs?: number;
  /** How its requests travel: proxies and certificates. Redirects are refused whatever it is. */
  fetch?: typeof globalThis.fetch;
}
