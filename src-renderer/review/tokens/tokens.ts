// About how many tokens a text is. Providers count differently: it is always said as "about".
import { countTokens } from "../../../src-shared/models/cost/countTokens.ts";
import { promptTokens } from "../../../src-shared/models/cost/estimate.ts";
import type { PromptTokens } from "../../../src-shared/models/cost/estimate.ts";
import { imageTokens } from "../../../src-shared/models/cost/imageTokens.ts";
import type { MediaFacts } from "../../../src-shared/sampling/document/media.ts";
import type { Block, RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { countLarge } from "./largeTexts.ts";

/** Characters that one task of the window counts; the others a worker. Until it has, four are a token. */
const HERE_CHARACTERS = 10_000;
let room = HERE_CHARACTERS;
/** Texts that are remembered: more than a request may have messages, unless a person lets a server have more. */
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

/** For which model images are counted, and what is known of each. */
export interface Images {
  modelId: string;
  media: readonly MediaFacts[];
}

/** An image's tokens by its model's own rule, where its size is known. */
const imagesFor =
  ({ modelId, media }: Images) =>
  ({ data }: Block): number | null => {
    const pixels = media.find(({ ref }) => ref === data)?.pixels;
    return pixels === undefined ? null : imageTokens(modelId, pixels);
  };

/** All words of a request and where they are; images too where `images` says for which model. */
export const tokensOf = (document: RequestDocument, images?: Images): PromptTokens =>
  promptTokens(document, tokensIn, images === undefined ? undefined : imagesFor(images));

/** The sum of the same. */
export const tokensOfRequest = (document: RequestDocument, images?: Images): number =>
  tokensOf(document, images).total;
