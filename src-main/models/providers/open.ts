// Which file implements each kind of provider.
import { awsKeysOf } from "#shared/models/providers/awsKeys.ts";
import type { RemoteKind } from "#shared/models/providers/providerKinds.ts";
import { maskingProvider } from "../generation/maskFailures.ts";
import type { Provider, ProviderSetup } from "./provider.ts";
import { anthropicProvider } from "./anthropic.ts";
import { azureProvider } from "./azure.ts";
import { bedrockProvider } from "./bedrock.ts";
import { googleProvider } from "./google.ts";
import { mistralProvider } from "./mistral.ts";
import { openAiProvider } from "./openai.ts";
import { openAiCompatibleProvider } from "./openaiCompatible.ts";
import { openRouterProvider } from "./openrouter.ts";

const KINDS: Record<RemoteKind, (setup: ProviderSetup) => Provider> = {
  anthropic: anthropicProvider,
  openai: openAiProvider,
  google: googleProvider,
  mistral: mistralProvider,
  openrouter: openRouterProvider,
  azure: azureProvider,
  bedrock: bedrockProvider,
  "openai-compatible": openAiCompatibleProvider,
};

/** Creates a provider from its settings. Nothing is requested, and no adapter is loaded, before the first use. */
export function openProvider(setup: ProviderSetup): Provider {
  const provider = withModelsKept(
    KINDS[setup.kind]({ ...setup, baseUrl: setup.baseUrl.replace(/\/+$/, "") }),
  );
  return secretsOf(setup).reduce(maskingProvider, provider);
}

/** The most models of one provider whose adapters are cached; the oldest is dropped first. */
const MODELS_KEPT = 50;

/** Adapters keep nothing of a request and take half a millisecond to create: one per model is enough. */
function withModelsKept(provider: Provider): Provider {
  const kept = new Map<string, ReturnType<Provider["languageModel"]>>();
  return {
    ...provider,
    languageModel(modelId, onProgress) {
      const known = kept.get(modelId);
      if (known !== undefined) return known;
      const made = provider.languageModel(modelId, onProgress);
      const [oldest] = kept.keys();
      if (kept.size >= MODELS_KEPT && oldest !== undefined) kept.delete(oldest);
      kept.set(modelId, made);
      return made;
    },
  };
}

/** Each secret of the provider's key. */
function secretsOf({ kind, key }: ProviderSetup): string[] {
  if (key === null) return [];
  if (kind !== "bedrock") return [key];
  const { secret, sessionToken } = awsKeysOf(key);
  return sessionToken === undefined ? [secret] : [secret, sessionToken];
}
