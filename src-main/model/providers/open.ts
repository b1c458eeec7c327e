// Knows which file speaks for which kind of provider.
import type { RemoteKind } from "../../../src-shared/models/providerKinds.ts";
import { concealing } from "../conceal.ts";
import type { Provider, ProviderSetup } from "../provider.ts";
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

/** A provider of what is set up. Nothing is asked, and no adapter is loaded, before the first use. */
export function openProvider(setup: ProviderSetup): Provider {
  const provider = KINDS[setup.kind]({ ...setup, baseUrl: setup.baseUrl.replace(/\/+$/, "") });
  return concealing(provider, setup.key);
}
