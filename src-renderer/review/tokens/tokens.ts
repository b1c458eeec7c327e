// Estimated token counts. Providers count differently, so the words always say "about".
import { countTokens } from "../../../src-shared/models/cost/countTokens.ts";
import { promptTokens } from "../../../src-shared/models/cost/estimate.ts";
import type { PromptTokens } from "../../../src-shared/models/cost/estimate.ts";
import { imageTokens } from "../../../src-shared/models/cost/imageTokens.ts";
import type { MediaFacts } from "../../../src-shared/sampling/document/media.ts";
import type { Block, RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { countLarge } from "./largeTexts.ts";

/**
 * How many characters one task of the window may count; longer texts go to the worker and are estimated at four
 * characters per token until it is done.
 */
const HERE_CHARACTERS = 10_000;
let room = HERE_CHARACTERS;
/** Bound of the cache in texts, above the number of messages that a request has by default. */
const REMEMBERED = 5000;
const counted = new Map<string, number>();

export function tokensIn(text: string): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  if (text.length > room) return countLarge(text) ?? Math.round(text.length / 4);
  if (room === HERE_CHARACTERS) queueMicrotask(() => (room = HERE_CHARACTERS));
  room -= text.length;
  const count = countTokens(text);
  if (counted.size > REMEMBERED) counted.clear();
  counted.set(text, count);
  return count;
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
