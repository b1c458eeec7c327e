// About how many tokens a text is. Providers count differently: it is always said as "about".
import { estimateTokenCount } from "tokenx";
import type { T } from "../i18n/index.ts";
import { promptTokens } from "../../src-shared/models/estimate.ts";
import type { PromptTokens } from "../../src-shared/models/estimate.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import { countLarge } from "./largeTexts.ts";

/** Above this many characters a worker counts; until it has, four characters are a token. */
const countedHere = 100_000;
const counted = new Map<string, number>();

export function tokensIn(text: string): number {
  if (text.length > countedHere) return countLarge(text) ?? Math.round(text.length / 4);
  const known = counted.get(text);
  if (known !== undefined) return known;
  const count = estimateTokenCount(text);
  if (counted.size > 500) counted.clear();
  counted.set(text, count);
  return count;
}

/** `about 43 tokens`. */
export const aboutTokens = (t: T, text: string): string =>
  t("review.aboutTokens", { count: tokensIn(text) });

/** All words of a request and where they are; media are told apart. */
export const tokensOf = (document: RequestDocument): PromptTokens =>
  promptTokens(document, tokensIn);

/** All words of a request: system prompt, every block and the tools; media are not counted. */
export const tokensOfRequest = (document: RequestDocument): number => tokensOf(document).total;
