// What the wire format of each kind of provider has a place for; known before anything is sent. Pinned against the
// real adapters by the recorded bodies in `src-main/model/testing/wire`.
import type { MetadataDialect } from "../providers/metadata.ts";
import type { ProviderKind } from "../providers/providerKinds.ts";

export interface ProviderTraits {
  /** Media types taken in each place; `image/*` stands for all of a kind. */
  userMedia: readonly string[];
  assistantMedia: readonly string[];
  toolResultMedia: readonly string[];
  /** Several blocks of text in the result of a tool stay several; else they become lines of one text. */
  toolResultBlocks: boolean;
  /** The model is told that the result of a tool is an error. */
  toolErrors: boolean;
  /** Uses and results of tools have a place only while tools are offered. */
  toolsBesideToolUses: boolean;
  /** Names that tools may have; another is refused there. */
  toolNames: RegExp;
  /** Ids of tool uses that it takes; others are replaced, in use and result alike. */
  toolIds: RegExp;
  /** The model signs its calls; those that come back without a signature get one that says so. */
  signsCalls: boolean;
  stopSequences: boolean;
  /** The highest temperature; a higher one is sent as this one. Null: it takes none at all. */
  maxTemperature: number | null;
  /** Space at the end of an assistant's last text is cut off. */
  cutsLastSpace: boolean;
  /** It can be told to call one tool at a time. */
  parallelSwitch: boolean;
  /** How it takes options of its own beside the conversation, which a request's `metadata` may become. */
  metadata: false | MetadataDialect;
  /** What is sent beside the document by our own choice, as it stands in the body. */
  adds: readonly string[];
}

const NONE: readonly string[] = [];
/** What Anthropic's and Amazon's APIs document; others take what their models do. */
const FOUR_IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** The two that OpenAI's `input_audio` names. */
const TWO_SOUNDS = ["audio/wav", "audio/mp3", "audio/mpeg"];
const ANY = /[^]*/;
const PLAIN = /^[a-zA-Z0-9_-]{1,64}$/;
const INFINITE = Number.POSITIVE_INFINITY;

/** Chat completions: one text for each result of a tool, and no word for its failing. */
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
  metadata: false,
  adds: NONE,
};

/** OpenAI's Responses, which Azure speaks too. Without `store: false` both keep each request for 30 days. */
const RESPONSES: ProviderTraits = {
  ...CHAT,
  userMedia: ["image/*"],
  toolResultMedia: ["image/*"],
  toolResultBlocks: true,
  // The adapter wraps the text of an error into {"error": …}.
  toolErrors: true,
  toolIds: /^.{1,64}$/s,
  stopSequences: false,
  adds: ['"store": false'],
};

const TRAITS: Record<ProviderKind, ProviderTraits> = {
  // llama.cpp reads one text per message; it has no options that a server could name.
  local: {
    ...CHAT,
    userMedia: ["image/*", "audio/*"],
    toolNames: ANY,
    toolIds: ANY,
    parallelSwitch: false,
  },
  // Servers differ: what one of them refuses it says itself.
  "openai-compatible": { ...CHAT, toolNames: ANY, toolIds: ANY, metadata: "openai-chat" },
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
  },
  openai: RESPONSES,
  google: {
    ...CHAT,
    userMedia: ["image/*", "audio/*"],
    assistantMedia: ["image/*", "audio/*"],
    toolErrors: true,
    toolNames: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
    toolIds: ANY,
    parallelSwitch: false,
  },
  mistral: { ...CHAT, userMedia: ["image/*"], toolIds: /^[a-zA-Z0-9]{9}$/ },
  openrouter: { ...CHAT, metadata: "openai-chat" },
  // Its adapter is built on an older one that says nothing of errors.
  azure: { ...RESPONSES, toolErrors: false },
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
  },
};

/** Models that hear and speak are asked by Chat Completions: Responses has no sound. */
export const isOpenAiAudioModel = (modelId: string): boolean => AUDIO_MODEL.test(modelId);
const AUDIO_MODEL = /(^|-)audio(-|$)/;

/** OpenAI's models that think take no temperature. */
const OPENAI_THINKS = /^(o\d|gpt-([5-9]|\d\d))(?!.*-chat)/;
/** Claude models since Opus 4.7 take no temperature. */
const CLAUDE_WITHOUT_TEMPERATURE = /claude-(opus-4-[78]|(sonnet|opus|haiku|fable|mythos)-[5-9])/;

/** Gemini since 3 takes images in results, and wants each of its calls signed by itself. */
const GEMINI_3 = /gemini-([3-9]|\d\d)/;

/** Models of a kind that differ from the others; the same object each time. */
const VARIANTS: Partial<Record<ProviderKind, readonly [RegExp, ProviderTraits][]>> = {
  openai: [
    [AUDIO_MODEL, { ...CHAT, userMedia: TWO_SOUNDS, toolErrors: true, adds: RESPONSES.adds }],
    [OPENAI_THINKS, { ...TRAITS.openai, maxTemperature: null }],
  ],
  anthropic: [[CLAUDE_WITHOUT_TEMPERATURE, { ...TRAITS.anthropic, maxTemperature: null }]],
  bedrock: [[CLAUDE_WITHOUT_TEMPERATURE, { ...TRAITS.bedrock, maxTemperature: null }]],
  google: [[GEMINI_3, { ...TRAITS.google, toolResultMedia: ["image/*"], signsCalls: true }]],
};

/**
 * What there is a place for when `modelId` is asked; without it, what holds for most models of the kind. Models of
 * the same traits give the same object.
 */
export function traitsOf(kind: ProviderKind, modelId = ""): ProviderTraits {
  const variant = VARIANTS[kind]?.find(([pattern]) => pattern.test(modelId));
  return variant?.[1] ?? TRAITS[kind];
}

/** Whether a place that takes `types` takes this one. Parameters such as `;rate=8000` do not count. */
export function acceptsMedia(types: readonly string[], mimeType: string): boolean {
  const [type = ""] = mimeType.toLowerCase().split(";");
  const name = type.trim();
  return types.some((one) =>
    one.endsWith("/*") ? name.startsWith(one.slice(0, -1)) : one === name,
  );
}
