// The kinds of providers that can be added, with defaults for the form: address, key, where to get a key.

import { AWS_VARIABLES } from "./awsKeys.ts";

export interface KindFacts {
  /** Product name, the same in all languages. */
  name: string;
  /**
   * Base URL including the version path, with `{resource}` or `{region}` for the user to fill in; empty if there is
   * no default.
   */
  baseUrl: string;
  /** Every request needs a key. */
  needsKey: boolean;
  /** Environment variables that the provider's own tools read the key from. Read only when the user asks for it. */
  environment: readonly string[];
  /** The page where users create keys; shown as text and opened in the browser. Empty if there is none. */
  keysPage: string;
  /** The provider's list is not what this account can use, so that model names can be added by hand. */
  wantsModelNames: boolean;
  /** The provider's names in the catalogues of prices and abilities; null if they depend on the address. */
  catalogues: PlaceNames | null;
}

/** A provider's ids in the catalogues; null where a catalogue does not have it. */
export interface PlaceNames {
  genaiPrices: string | null;
  tokenlens: string | null;
}

/** Kinds that are reached over HTTP, in the order of the form. */
const KINDS = {
  anthropic: {
    name: "Anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    needsKey: true,
    environment: ["ANTHROPIC_API_KEY"],
    keysPage: "https://platform.claude.com/settings/keys",
    wantsModelNames: false,
    catalogues: { genaiPrices: "anthropic", tokenlens: "anthropic" },
  },
  openai: {
    name: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    needsKey: true,
    environment: ["OPENAI_API_KEY"],
    keysPage: "https://platform.openai.com/api-keys",
    wantsModelNames: false,
    catalogues: { genaiPrices: "openai", tokenlens: "openai" },
  },
  google: {
    name: "Google Gemini",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    needsKey: true,
    environment: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
    keysPage: "https://aistudio.google.com/apikey",
    wantsModelNames: false,
    catalogues: { genaiPrices: "google", tokenlens: "google" },
  },
  mistral: {
    name: "Mistral",
    baseUrl: "https://api.mistral.ai/v1",
    needsKey: true,
    environment: ["MISTRAL_API_KEY"],
    keysPage: "https://console.mistral.ai/api-keys",
    wantsModelNames: false,
    catalogues: { genaiPrices: "mistral", tokenlens: "mistral" },
  },
  openrouter: {
    name: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    needsKey: true,
    environment: ["OPENROUTER_API_KEY"],
    keysPage: "https://openrouter.ai/settings/keys",
    wantsModelNames: false,
    catalogues: { genaiPrices: "openrouter", tokenlens: "openrouter" },
  },
  azure: {
    name: "Azure OpenAI",
    baseUrl: "https://{resource}.openai.azure.com/openai/v1",
    needsKey: true,
    environment: ["AZURE_API_KEY", "AZURE_OPENAI_API_KEY"],
    keysPage: "https://ai.azure.com",
    wantsModelNames: true,
    catalogues: { genaiPrices: "azure", tokenlens: "azure" },
  },
  bedrock: {
    name: "Amazon Bedrock",
    baseUrl: "https://bedrock-runtime.{region}.amazonaws.com",
    needsKey: true,
    environment: ["AWS_BEARER_TOKEN_BEDROCK", AWS_VARIABLES.secret],
    keysPage: "https://console.aws.amazon.com/bedrock/home#/api-keys",
    wantsModelNames: true,
    catalogues: { genaiPrices: "aws", tokenlens: "amazon-bedrock" },
  },
  "openai-compatible": {
    name: "",
    baseUrl: "",
    needsKey: false,
    environment: [],
    keysPage: "",
    wantsModelNames: true,
    catalogues: null,
  },
} as const satisfies Record<string, KindFacts>;

export type RemoteKind = keyof typeof KINDS;
export type ProviderKind = "local" | RemoteKind;
export const REMOTE_KINDS = Object.keys(KINDS) as [RemoteKind, ...RemoteKind[]];

export const kindFacts = (kind: RemoteKind): KindFacts => KINDS[kind];

/** A well-known address with an OpenAI-compatible API. */
export interface Preset {
  name: string;
  baseUrl: string;
  environment: readonly string[];
  keysPage: string;
}

/** The presets of the form for `openai-compatible`. */
export const PRESETS: readonly Preset[] = [
  {
    name: "xAI",
    baseUrl: "https://api.x.ai/v1",
    environment: ["XAI_API_KEY"],
    keysPage: "https://console.x.ai",
  },
  {
    name: "Groq",
    baseUrl: "https://api.groq.com/openai/v1",
    environment: ["GROQ_API_KEY"],
    keysPage: "https://console.groq.com/keys",
  },
  {
    name: "DeepSeek",
    baseUrl: "https://api.deepseek.com/v1",
    environment: ["DEEPSEEK_API_KEY"],
    keysPage: "https://platform.deepseek.com/api_keys",
  },
  {
    name: "Together AI",
    baseUrl: "https://api.together.xyz/v1",
    environment: ["TOGETHER_API_KEY"],
    keysPage: "https://api.together.ai/settings/api-keys",
  },
  {
    name: "Fireworks",
    baseUrl: "https://api.fireworks.ai/inference/v1",
    environment: ["FIREWORKS_API_KEY"],
    keysPage: "https://app.fireworks.ai/settings/users/api-keys",
  },
  {
    name: "Cerebras",
    baseUrl: "https://api.cerebras.ai/v1",
    environment: ["CEREBRAS_API_KEY"],
    keysPage: "https://cloud.cerebras.ai",
  },
];

/** The placeholders left in an address, such as `resource`. */
export const openPlaceholders = (baseUrl: string): string[] =>
  [...baseUrl.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
