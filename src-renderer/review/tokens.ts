// About how many tokens a text is. Providers count differently: it is always said as "about".
import { estimateTokenCount } from "tokenx";
import type { T } from "../i18n/index.ts";
import { blocksOf } from "../../src-shared/sampling/blocks.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";

/** Above this many characters the rule of thumb is enough: four characters a token. */
const mostCounted = 100_000;
const counted = new Map<string, number>();

export function tokensIn(text: string): number {
  if (text.length > mostCounted) return Math.round(text.length / 4);
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

/** All words of a request: system prompt and every block; media are not counted. */
export function tokensOfRequest(document: RequestDocument): number {
  const texts = document.messages.flatMap((message) =>
    blocksOf(message.content).map((block) =>
      typeof block["text"] === "string"
        ? block["text"]
        : block.type === "image" || block.type === "audio"
          ? ""
          : JSON.stringify(block),
    ),
  );
  const tools = document.tools === undefined ? "" : JSON.stringify(document.tools);
  return [document.systemPrompt ?? "", tools, ...texts].reduce(
    (sum, text) => sum + tokensIn(text),
    0,
  );
}
