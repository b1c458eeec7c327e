// Detects the providers' errors for a request that is too long, and by how much; each provider words it differently.
import type { ModelFailure } from "#shared/outcome.ts";

type TooLong = Extract<ModelFailure, { kind: "model-context-too-long" }>;

const TOO_LONG = [
  /context_length_exceeded/,
  /maximum context length/i,
  /maximum (number of )?tokens allowed/i,
  /exceeds? the (available )?context/i,
  /context[ _](length|window|size|limit)/i,
  /(prompt|input) is too long/i,
  /too many (input )?tokens/i,
];

/** Sums such as `190000 + 20000 > 200000` are what was needed. */
const NUMBER = "([\\d,]+(?:\\s*\\+\\s*[\\d,]+)?)";
/** What was needed, then what fits; tried in this order. Each pattern quotes the provider's message. */
const NEEDED = [
  /"n_prompt_tokens"\s*:\s*(\d+)/, // llama.cpp
  new RegExp(`${NUMBER}(?: tokens)? > [\\d,]+`), // Anthropic: "208310 tokens > 200000 maximum"
  new RegExp(`input token count \\(?${NUMBER}`, "i"), // Gemini: "The input token count (1200000) exceeds …"
  new RegExp(`prompt contains ${NUMBER}`, "i"), // Mistral: "Prompt contains 33000 tokens …"
  // OpenAI, vLLM, OpenRouter: "your messages resulted in 150000", "you requested about 210000".
  new RegExp(`(?:resulted in|requested|request has|request \\()\\D{0,20}${NUMBER}`, "i"),
];
const LIMIT = [
  /"n_ctx"\s*:\s*(\d+)/,
  new RegExp(`[\\d,]+(?: tokens)? > ${NUMBER}`),
  new RegExp(`maximum number of tokens allowed \\(?${NUMBER}`, "i"),
  new RegExp(`model with ${NUMBER} maximum context`, "i"),
  new RegExp(`(?:context (?:length|window|size|limit)|maximum)[^\\d]{0,40}(\\d{2,})`, "i"),
];

/** The failure, or null if `body` is about something else. In tokens; missing numbers are left out. */
export function tooLongFailure(body: string, detail: string): TooLong | null {
  if (!TOO_LONG.some((pattern) => pattern.test(body))) return null;
  const needed = numberIn(body, NEEDED);
  const limit = numberIn(body, LIMIT);
  // Contradictory numbers were misread: keep only the provider's own words.
  const fits = needed !== null && limit !== null && needed <= limit;
  return {
    kind: "model-context-too-long",
    detail,
    ...(needed === null || fits ? {} : { needed }),
    ...(limit === null || fits ? {} : { limit }),
  };
}

function numberIn(text: string, patterns: readonly RegExp[]): number | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) {
      return found.split("+").reduce((sum, part) => sum + Number(part.replace(/\D/g, "")), 0);
    }
  }
  return null;
}
