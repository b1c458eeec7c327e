// Families and tiers of models, so that a hint for one vendor's model can map to a comparable model of another. Names
// that are not in this table have no equivalent.

/** 4: the vendor's largest, expensive and slow · 3: the usual large model · 2: small and fast · 1: the smallest. */
export type Tier = 1 | 2 | 3 | 4;

export interface FamilyAndTier {
  family: string;
  /** Null if the name tells only the family. */
  tier: Tier | null;
}

interface Family {
  family: string;
  /** Matched against `plainName`. */
  name: RegExp;
  /** The first match gives the tier. */
  tiers: readonly (readonly [RegExp, Tier])[];
  /** If nothing matches: a tier, or `size` to derive it from the number of parameters. */
  otherwise: Tier | "size" | null;
}

/** Matches a whole part of a name, between dashes. */
const part = (words: string): RegExp => new RegExp(`(?:^|[-/])(?:${words})(?:[-/]|$)`);

const FAMILIES: readonly Family[] = [
  {
    family: "claude",
    name: /claude/,
    tiers: [
      [part("opus|fable"), 4],
      [part("sonnet"), 3],
      [part("haiku|instant"), 2],
    ],
    otherwise: null,
  },
  {
    family: "gpt-oss",
    name: /gpt-oss/,
    tiers: [
      [part("120b"), 2],
      [part("20b"), 1],
    ],
    otherwise: "size",
  },
  {
    family: "gpt",
    name: /(?:^|[-/])(?:chat)?gpt(?:-|\d|$)/,
    tiers: [
      [part("nano"), 1],
      [part("mini|luna|3-5|35"), 2],
      [part("pro|astra"), 4],
      [/gpt-4-5/, 4],
      [part("sol|terra|turbo|gpt-?[4-9]o?|latest"), 3],
    ],
    otherwise: null,
  },
  {
    family: "o-series",
    name: part("o[1-9]"),
    tiers: [[part("mini"), 2]],
    otherwise: 4,
  },
  {
    family: "gemini",
    name: /gemini/,
    tiers: [
      [/flash-lite|flash-8b|nano|8b/, 1],
      [part("flash"), 2],
      [part("pro"), 3],
      [part("ultra"), 4],
    ],
    otherwise: null,
  },
  {
    family: "mistral",
    name: /(?:mis|minis|mix|magis|codes|devs|pix|vox)tral/,
    tiers: [
      [part("large"), 3],
      [part("medium|small"), 2],
      [/ministral|-tiny|-nemo|-7b|8x7b/, 1],
      [/codestral|devstral/, 2],
    ],
    otherwise: "size",
  },
  {
    family: "grok",
    name: /grok/,
    tiers: [
      [part("mini|fast"), 2],
      [part("heavy"), 4],
    ],
    otherwise: 3,
  },
  {
    family: "deepseek",
    name: /deepseek/,
    tiers: [
      [part("flash"), 2],
      [part("chat|reasoner|v\\d(?:-\\d)?|pro"), 3],
      [/deepseek-r\d(?!.*distill)/, 3],
    ],
    otherwise: "size",
  },
  {
    family: "qwen",
    name: /qwen|qwq/,
    tiers: [
      [part("max"), 3],
      [part("plus"), 2],
      [part("turbo|flash"), 1],
    ],
    otherwise: "size",
  },
  {
    family: "llama",
    name: /llama/,
    tiers: [
      [part("maverick"), 3],
      [part("scout"), 2],
    ],
    otherwise: "size",
  },
  { family: "kimi", name: /kimi|moonshot/, tiers: [], otherwise: 3 },
  {
    family: "glm",
    name: /(?:^|[-/])glm/,
    tiers: [[part("air|flash|airx|flashx"), 2]],
    otherwise: 3,
  },
  {
    family: "nova",
    name: /(?:^|[-/])nova(?:-|$)/,
    tiers: [
      [part("premier"), 3],
      [part("pro"), 2],
      [part("lite|micro"), 1],
    ],
    otherwise: null,
  },
  {
    family: "command",
    name: /(?:^|[-/])command(?:-|$)/,
    tiers: [
      [part("r7b|light"), 1],
      [part("plus|a"), 3],
    ],
    otherwise: 2,
  },
  { family: "gemma", name: /gemma/, tiers: [], otherwise: "size" },
  { family: "phi", name: /(?:^|[-/])phi-?\d/, tiers: [], otherwise: "size" },
  { family: "smollm", name: /smollm/, tiers: [], otherwise: 1 },
];

/** Lower case, with one spelling for `claude-3.5`, `claude_3_5` and `claude 3 5`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[._:\s]+/g, "-");

const known = new Map<string, FamilyAndTier | null>();
/** Bounds the cache, as servers can send any number of names. */
const KNOWN_MAX = 20_000;

/** The family and tier of a model name or hint; null if the table does not know it. */
export function familyAndTierOf(name: string): FamilyAndTier | null {
  const had = known.get(name);
  if (had !== undefined) return had;
  if (known.size >= KNOWN_MAX) known.clear();
  const kin = look(name);
  known.set(name, kin);
  return kin;
}

function look(name: string): FamilyAndTier | null {
  // No model name is this long, but a hint can be any text.
  if (name.length > 300) return null;
  const plain = plainName(name);
  const family = FAMILIES.find((entry) => entry.name.test(plain));
  if (family === undefined) return null;
  const tier = family.tiers.find(([words]) => words.test(plain))?.[1];
  return {
    family: family.family,
    tier: tier ?? (family.otherwise === "size" ? tierOfSize(name) : family.otherwise),
  };
}

/** The tier by billions of parameters in the name: `llama3.2:3b`, `8x22b`, `135M`, `235b-a22b`. */
function tierOfSize(name: string): Tier | null {
  const lower = name.toLowerCase();
  const size = /(?:(\d{1,3})x)?(?<![\d.])(\d{1,4}(?:\.\d{1,3})?)b(?![a-z\d])/.exec(lower);
  if (size === null) return /(?<!\d)\d{2,4}m(?![a-z\d])/.test(lower) ? 1 : null;
  const billions = Number(size[1] ?? 1) * Number(size[2]);
  return billions >= 60 ? 3 : billions >= 12 ? 2 : 1;
}

/** Models that cannot hold a conversation, by the terms that vendors use. */
const OTHER_PURPOSE =
  /(?:^|[-/])(?:text-)?embed|embedding|(?:^|[-/])(?:whisper|tts|dall-e|sora|veo|imagen|rerank|reranker|moderation|guard|ocr|transcribe|realtime|davinci-\d+|babbage-\d+|gpt-image|bge|e5)(?:-|$)|-(?:tts|ocr|transcribe|realtime|rerank|image-generation)(?:-|$)/;

/** True for embedding, speech, image-only and reranking models: listed, but not usable for a conversation. */
export const hasOtherPurpose = (modelId: string): boolean => OTHER_PURPOSE.test(plainName(modelId));
