// The interface of model providers. Each kind is one small file in `providers/`.
import type { LanguageModelV4, SharedV4ProviderOptions as ProviderOptions } from "@ai-sdk/provider";
import type { DialectName } from "#shared/dialects/dialect.ts";
import type { GenerationProgress } from "#shared/models/local/local.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import type { ProviderKind } from "#shared/models/providers/providerKinds.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { ModelFailure, Outcome } from "#shared/outcome.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { StoredProvider } from "../storedModels.ts";

/** How long a model may be silent, in milliseconds. */
export interface ModelPatience {
  /** Until the first part of a response. */
  firstTokenMs: number;
  /** Between two parts. */
  idleMs: number;
}

export interface Provider {
  readonly kind: ProviderKind;
  readonly patience: ModelPatience;
  /** Masks the key in a failure. */
  conceal?(failure: ModelFailure): ModelFailure;
  /** Options sent with the document: those that the user allowed, and those of `traits.adds`. */
  optionsFor?(options: GenerationOptions, document: RequestDocument): ProviderOptions | undefined;
  /**
   * The model for completions in the dialect that `ProviderTraits.exact` names. Absent: `languageModel` is used for
   * them too.
   */
  readonly exactModel?: (modelId: string, dialect: DialectName) => LanguageModelV4;
  /** Lists the provider's current models, by a request that costs nothing. Never throws. */
  list(signal?: AbortSignal): Promise<Outcome<ListedModel[], ModelFailure>>;
  /** A model. One that no longer exists fails when it is called, or here as `model-gone`. */
  languageModel(
    modelId: string,
    onProgress?: (progress: GenerationProgress) => void,
  ): Outcome<LanguageModelV4, ModelFailure>;
}

/** What of a stored provider is needed to call it. The address is without a trailing slash; see `kindFacts`. */
type Called = Pick<
  StoredProvider,
  "id" | "kind" | "baseUrl" | "apiVersion" | "keyId" | "modelNames"
>;

/** The settings of a provider. `openProvider` creates one, without sending any request. */
export interface ProviderSetup extends Called {
  /** Null if there is none. Never read from the environment here. */
  key: string | null;
  /** Sent with each request, in addition to the key. */
  headers?: Record<string, string>;
  /** Overrides the default timeouts. */
  patience?: Partial<ModelPatience>;
  /** Connection timeout in milliseconds; absent: the default. */
  connectMs?: number | undefined;
  /** Replaces `fetch`, to apply proxies and certificates. Redirects are refused in any case. */
  fetch?: typeof globalThis.fetch;
}
