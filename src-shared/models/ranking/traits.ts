// What each provider's wire format can represent. Tested against the real adapters with the recorded bodies in
// `src-main/models/testing/wire`.
import type { DialectName } from "../../dialects/dialect.ts";
import type { JsonObject } from "../../json.ts";
import type { MetadataDialect } from "../providers/metadata.ts";
import type { ProviderKind } from "../providers/providerKinds.ts";

/** A setting of a program's request; `json`: JSON without a schema. */
export type SettingName =
  | ("topP" | "topK" | "seed" | "presencePenalty" | "frequencyPenalty")
  | ("json" | "jsonSchema" | "toolByName");

export interface ProviderTraits {
  /** Media types accepted in each place; `image/*` stands for all images. */
  userMedia: readonly string[];
  assistantMedia: readonly string[];
  toolResultMedia: readonly string[];
  /** Text blocks of a tool result stay separate; otherwise they are joined with newlines. */
  toolResultBlocks: boolean;
  /** The format can mark a tool result as an error. */
  toolErrors: boolean;
  /** Tool uses and tool results are allowed only if the request has tools. */
  toolsBesideToolUses: boolean;
  /** Allowed tool names; the provider refuses others. */
  toolNames: RegExp;
  /** Allowed tool use ids; others are replaced consistently. */
  toolIds: RegExp;
  /** The model signs its tool calls; calls without a signature are sent with a placeholder. */
  signsCalls: boolean;
  stopSequences: boolean;
  /** Higher temperatures are reduced to this; null: temperature is not supported. */
  maxTemperature: number | null;
  /** Trailing whitespace in the last assistant text is removed. */
  cutsLastSpace: boolean;
  /** Parallel tool calls can be turned off. */
  parallelSwitch: boolean;
  /** The adapter passes on how much the model shall think, without raising the token limit. */
  reasoning: boolean;
  /** The settings of a program's request that the adapter passes on. */
  settings: readonly SettingName[];
  /** Top-p is sent only without a temperature. */
  topPOrTemperature?: true;
  /** While the model thinks, temperature, top-p and top-k are not sent. */
  thinksOrSamples?: true;
  /** How a request's `metadata` can be passed on as provider options, if at all. */
  metadata: false | MetadataDialect;
  /** Fields that Countersign adds to the body on its own. */
  adds: JsonObject;
  /** Completions of programs in this dialect are sent byte for byte as approved. */
  exact?: readonly DialectName[];
}

const NONE: readonly string[] = [];
/** Documented by Anthropic's and Amazon's APIs; with other providers it depends on the model. */
const FOUR_IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** The two formats that OpenAI's `input_audio` accepts. */
const TWO_SOUNDS = ["audio/wav", "audio/mp3", "audio/mpeg"];
const ANY = /[^]*/;
const PENALTIES = ["presencePenalty", "frequencyPenalty"] as const;
const FORMATS = ["json", "jsonSchema", "toolByName"] as const;
const PLAIN = /^[a-zA-Z0-9_-]{1,64}$/;
const INFINITE = Number.POSITIVE_INFINITY;

/** Chat Completions: a tool result is a single text and cannot be marked as an error. */
const CHAT: ProviderTraits = {
  userMedia: ["image/*", ...TWO_SOUNDS],
  assistantMedia: NONE,
  toolResultMedia: NONE,
  toolResultBlocks: false,
  toolErrors: false,
  toolsBesideToolUses: false,
  toolNames: PLAIN,
  toolIds: /^.{1,40}$/s,
  signsCalls: false,
  stopSequences: true,
  maxTemperature: INFINITE,
  cutsLastSpace: false,
  parallelSwitch: true,
  reasoning: true,
  settings: ["topP", "seed", ...PENALTIES, ...FORMATS],
  metadata: false,
  adds: {},
};

/** OpenAI's Responses API, also used by Azure. Without `store: false` both keep each request for 30 days. */
const RESPONSES: ProviderTraits = {
  ...CHAT,
  userMedia: ["image/*"],
  toolResultMedia: ["image/*"],
  toolResultBlocks: true,
  // The adapter wraps error text as {"error": …}.
  toolErrors: true,
  toolIds: /^.{1,64}$/s,
  stopSequences: false,
  settings: ["topP", ...FORMATS],
  adds: { store: false },
};

const TRAITS: Record<ProviderKind, ProviderTraits> = {
  // llama.cpp takes one text per message and has no options that a server could set.
  local: {
    ...CHAT,
    userMedia: ["image/*", "audio/*"],
    toolNames: ANY,
    toolIds: ANY,
    parallelSwitch: false,
    reasoning: false,
    settings: ["json", "jsonSchema"],
  },
  // Servers differ, so only their own errors tell what they refuse.
  "openai-compatible": {
    ...CHAT,
    toolNames: ANY,
    toolIds: ANY,
    // The adapter sends no schema, as many servers know none.
    settings: ["topP", "seed", ...PENALTIES, "json", "toolByName"],
    metadata: "openai-chat",
    exact: ["openai-chat"],
  },
  anthropic: {
    ...CHAT,
    userMedia: FOUR_IMAGES,
    toolResultMedia: FOUR_IMAGES,
    toolResultBlocks: true,
    toolErrors: true,
    toolNames: /^[a-zA-Z0-9_-]{1,128}$/,
    toolIds: /^[a-zA-Z0-9_-]+$/,
    maxTemperature: 1,
    cutsLastSpace: true,
    // For older models the adapter adds a budget for thinking to the token limit.
    reasoning: false,
    settings: ["topP", "topK", "jsonSchema", "toolByName"],
    topPOrTemperature: true,
    exact: ["anthropic-messages"],
  },
  // Completions go to Chat Completions, which it has too.
  // Only models that think can be told how much.
  openai: { ...RESPONSES, reasoning: false, exact: ["openai-chat", "openai-responses"] },
  google: {
    ...CHAT,
    userMedia: ["image/*", "audio/*"],
    assistantMedia: ["image/*", "audio/*"],
    toolErrors: true,
    toolNames: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
    toolIds: ANY,
    parallelSwitch: false,
    settings: ["topP", "topK", "seed", ...PENALTIES, ...FORMATS],
  },
  mistral: { ...CHAT, userMedia: ["image/*"], toolIds: /^[a-zA-Z0-9]{9}$/ },
  openrouter: {
    ...CHAT,
    reasoning: false,
    metadata: "openai-chat",
    exact: ["openai-chat"],
    settings: ["topP", "topK", "seed", ...PENALTIES, ...FORMATS],
  },
  // Azure's adapter is based on an older version that drops `isError`.
  azure: { ...RESPONSES, toolErrors: false, reasoning: false },
  bedrock: {
    ...CHAT,
    userMedia: FOUR_IMAGES,
    toolResultMedia: FOUR_IMAGES,
    toolResultBlocks: true,
    toolsBesideToolUses: true,
    toolIds: PLAIN,
    maxTemperature: 1,
    cutsLastSpace: true,
    parallelSwitch: false,
    reasoning: false,
    settings: ["topP", "topK", "jsonSchema", "toolByName"],
  },
};

/** Audio models need Chat Completions: the Responses API has no audio. */
export const isOpenAiAudioModel = (modelId: string): boolean => AUDIO_MODEL.test(modelId);
const AUDIO_MODEL = /(^|-)audio(-|$)/;

/** OpenAI's reasoning models do not support temperature. */
const OPENAI_THINKS = /^(o\d|gpt-([5-9]|\d\d))(?!.*-chat)/;
/** Claude models from Opus 4.7 on do not support temperature. */
const CLAUDE_WITHOUT_TEMPERATURE = /claude-(opus-4-[78]|(sonnet|opus|haiku|fable|mythos)-[5-9])/;
/** Claude models that decide themselves how much to think, by an effort in place of a budget; so do all later ones. */
const CLAUDE_WITH_EFFORT = /claude-(opus|sonnet)-4-6/;

/** Gemini 2.5 does not support penalties. */
const GEMINI_25 = /gemini-2\.5/;
/** Gemini 3 and later accept images in tool results and require a signature on each tool call. */
const GEMINI_3 = /gemini-([3-9]|\d\d)/;

/** Models that think take neither a temperature nor a top-p. */
const THINKS = { maxTemperature: null, reasoning: true, settings: FORMATS } as const;
const CLAUDE_THINKS = ["jsonSchema", "toolByName"] as const;

/** Models that differ from their kind. Constants, as callers cache by object identity. */
const VARIANTS: Partial<Record<ProviderKind, readonly [RegExp, ProviderTraits][]>> = {
  openai: [
    [
      AUDIO_MODEL,
      {
        ...CHAT,
        userMedia: TWO_SOUNDS,
        toolErrors: true,
        adds: RESPONSES.adds,
        reasoning: false,
        exact: ["openai-chat"],
      },
    ],
    [OPENAI_THINKS, { ...TRAITS.openai, ...THINKS }],
  ],
  anthropic: [
    [CLAUDE_WITHOUT_TEMPERATURE, { ...TRAITS.anthropic, ...THINKS, settings: CLAUDE_THINKS }],
    [CLAUDE_WITH_EFFORT, { ...TRAITS.anthropic, reasoning: true, thinksOrSamples: true }],
  ],
  bedrock: [
    [CLAUDE_WITHOUT_TEMPERATURE, { ...TRAITS.bedrock, ...THINKS, settings: CLAUDE_THINKS }],
    [CLAUDE_WITH_EFFORT, { ...TRAITS.bedrock, reasoning: true, thinksOrSamples: true }],
  ],
  azure: [[OPENAI_THINKS, { ...TRAITS.azure, ...THINKS }]],
  google: [
    [GEMINI_25, { ...TRAITS.google, settings: ["topP", "topK", "seed", ...FORMATS] }],
    [GEMINI_3, { ...TRAITS.google, toolResultMedia: ["image/*"], signsCalls: true }],
  ],
};

/** The traits of a model, or of most models of the kind without `modelId`. Equal traits are the same object. */
export function traitsOf(kind: ProviderKind, modelId = ""): ProviderTraits {
  const variant = VARIANTS[kind]?.find(([pattern]) => pattern.test(modelId));
  return variant?.[1] ?? TRAITS[kind];
}

/** Whether `types` includes this media type, ignoring parameters such as `;rate=8000`. */
export function acceptsMedia(types: readonly string[], mimeType: string): boolean {
  const [type = ""] = mimeType.toLowerCase().split(";");
  const name = type.trim();
  return types.some((one) =>
    one.endsWith("/*") ? name.startsWith(one.slice(0, -1)) : one === name,
  );
}
