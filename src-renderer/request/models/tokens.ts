// Estimated token counts. Providers count differently, so the words always say "about".
import { estimateTokenCount } from "tokenx";
import { promptTokens } from "#shared/models/cost/estimate.ts";
import type { PromptTokens } from "#shared/models/cost/estimate.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";

/** How many characters one task of the window counts, which takes a few milliseconds. */
const IN_ONE_TASK = 20_000;
/** Of each text beyond that. */
const OF_EACH = 100;
/** Bound of the cache in texts, above the number of messages that a request has by default. */
const REMEMBERED = 5000;
const known = new Map<string, number>();
/** How many characters the current task has counted. */
let done = 0;

/** The tokens of a text; of a longer one than a task counts, its beginning is counted and the rest in proportion. */
export function tokensIn(text: string): number {
  const before = known.get(text);
  if (before !== undefined) return before;
  const part = text.slice(0, Math.max(OF_EACH, IN_ONE_TASK - done));
  const tokens = estimateTokenCount(part);
  if (done === 0) queueMicrotask(() => (done = 0));
  done += part.length;
  if (part.length < text.length) return Math.round((tokens / part.length) * text.length);
  if (known.size > REMEMBERED) known.clear();
  known.set(text, tokens);
  return tokens;
}

/** The tokens of each part of a request. */
export const tokensOf = (document: RequestDocument): PromptTokens =>
  promptTokens(document, tokensIn);
