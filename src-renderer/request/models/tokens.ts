// Estimated token counts. Providers count differently, so the words always say "about".
import { countTokens } from "#shared/models/cost/countTokens.ts";
import { promptTokens } from "#shared/models/cost/estimate.ts";
import type { PromptTokens } from "#shared/models/cost/estimate.ts";
import { imageTokens } from "#shared/models/cost/imageTokens.ts";
import type { MediaFacts } from "#shared/sampling/document/media.ts";
import type { Block, RequestDocument } from "#shared/sampling/document/message.ts";

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
  const tokens = countTokens(part);
  if (done === 0) queueMicrotask(() => (done = 0));
  done += part.length;
  if (part.length < text.length) return Math.round((tokens / part.length) * text.length);
  if (known.size > REMEMBERED) known.clear();
  known.set(text, tokens);
  return tokens;
}

/** The model that images are counted for, and their sizes. */
export interface Images {
  modelId: string;
  media: readonly MediaFacts[];
}

/** The tokens of an image by its model's rule; null if its size is not known. */
const imagesFor =
  ({ modelId, media }: Images) =>
  ({ data }: Block): number | null => {
    const pixels = media.find(({ ref }) => ref === data)?.pixels;
    return pixels === undefined ? null : imageTokens(modelId, pixels);
  };

/** The tokens of each part of a request; with `images` also those of images. */
export const tokensOf = (document: RequestDocument, images?: Images): PromptTokens =>
  promptTokens(document, tokensIn, images === undefined ? undefined : imagesFor(images));
