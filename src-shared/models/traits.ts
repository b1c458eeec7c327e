// What the wire format of each kind of provider has a place for; known before anything is sent.
import type { MetadataDialect } from "./metadata.ts";
import type { ProviderKind } from "./model.ts";

export interface ProviderTraits {
  /** Images and sound in messages of the assistant. */
  assistantMedia: boolean;
  /** Images and sound in the results of tools. */
  toolResultMedia: boolean;
  /** It can be told to call one tool at a time. */
  parallelSwitch: boolean;
  /** How it takes options of its own beside the conversation, which a request's `metadata` may become. */
  metadata: false | MetadataDialect;
}

const TRAITS: Record<ProviderKind, ProviderTraits> = {
  // llama.cpp reads one text per message; it has no options that a server could name.
  local: { assistantMedia: false, toolResultMedia: false, parallelSwitch: false, metadata: false },
  // The adapter would leave media of assistant messages out and put those of tool results into text.
  "openai-compatible": {
    assistantMedia: false,
    toolResultMedia: false,
    parallelSwitch: true,
    metadata: "openai-chat",
  },
  anthropic: {
    assistantMedia: false,
    toolResultMedia: true,
    parallelSwitch: false,
    metadata: false,
  },
  openai: { assistantMedia: false, toolResultMedia: true, parallelSwitch: false, metadata: false },
  google: { assistantMedia: true, toolResultMedia: true, parallelSwitch: false, metadata: false },
  mistral: {
    assistantMedia: false,
    toolResultMedia: false,
    parallelSwitch: false,
    metadata: false,
  },
  openrouter: {
    assistantMedia: false,
    toolResultMedia: false,
    parallelSwitch: false,
    metadata: false,
  },
  azure: { assistantMedia: false, toolResultMedia: false, parallelSwitch: false, metadata: false },
  bedrock: { assistantMedia: false, toolResultMedia: true, parallelSwitch: false, metadata: false },
};

export const traitsOf = (kind: ProviderKind): ProviderTraits => TRAITS[kind];
