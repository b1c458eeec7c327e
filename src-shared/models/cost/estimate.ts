// What a request is about to take and cost, before anything is sent: estimates, said as such.
import type { Block, RequestDocument } from "../../sampling/document/message.ts";
import { blockKind, blocksOf, isToolResult, resultBlocks } from "../../sampling/document/blocks.ts";
import { priceAt } from "../ranking/abilities.ts";
import type { ModelAbilities } from "../ranking/abilities.ts";

/** Where the tokens of a request are. */
export interface PromptTokens {
  system: number;
  messages: number;
  tools: number;
  /** Images whose size and whose model's own rule are known. */
  images: number;
  total: number;
  /** Images and sounds that are not counted. */
  media: number;
}

/**
 * Counts by `count`; what is no text is counted as the JSON that providers are sent. `image` gives the tokens of an
 * image by its block, or null where nobody knows.
 */
export function promptTokens(
  document: RequestDocument,
  count: (text: string) => number,
  image: (block: Block) => number | null = () => null,
): PromptTokens {
  const system = count(document.systemPrompt ?? "");
  const tools = document.tools === undefined ? 0 : count(JSON.stringify(document.tools));
  let messages = 0;
  let images = 0;
  let media = 0;
  for (const message of document.messages) {
    for (const block of blocksOf(message.content)) {
      messages += count(wordsOf(block));
      for (const medium of mediaIn(block)) {
        const known = medium.type === "image" ? image(medium) : null;
        if (known === null) media += 1;
        else images += known;
      }
    }
  }
  return { system, messages, tools, images, total: system + messages + tools + images, media };
}

function wordsOf(block: Block): string {
  if (typeof block["text"] === "string") return block["text"];
  const kind = blockKind(block);
  if (kind === "image" || kind === "audio") return "";
  if (!isToolResult(block)) return JSON.stringify(block);
  return resultBlocks(block)
    .map((inner) => wordsOf(inner))
    .filter((words) => words !== "")
    .join("\n");
}

function mediaIn(block: Block): Block[] {
  if (isToolResult(block)) return resultBlocks(block).flatMap(mediaIn);
  const kind = blockKind(block);
  return kind === "image" || kind === "audio" ? [block] : [];
}

export interface Estimate {
  /** Of the model's context window, prompt and the longest answer together; above 1 it does not fit. */
  promptShare?: number;
  fullShare?: number;
  /** The most that the answer can have: what is asked for, or less where the model gives less. */
  answerTokens?: number;
  /** USD; missing where no price is known. */
  promptUsd?: number;
  /** USD, with an answer of the greatest length. */
  worstUsd?: number;
}

/** @param maxTokens as in the request */
export function estimateOf(
  prompt: number,
  maxTokens: number | undefined,
  { contextTokens, outputTokens, prices }: ModelAbilities,
): Estimate {
  const most = Math.min(maxTokens ?? Infinity, outputTokens ?? Infinity);
  const answerTokens = Number.isFinite(most) ? most : undefined;
  const estimate: Estimate = {};
  if (answerTokens !== undefined) estimate.answerTokens = answerTokens;
  if (contextTokens !== undefined && contextTokens > 0) {
    estimate.promptShare = prompt / contextTokens;
    estimate.fullShare = (prompt + (answerTokens ?? 0)) / contextTokens;
  }
  const { input, output, requestUsd = 0 } = prices ?? {};
  if (input === undefined) return estimate;
  estimate.promptUsd = requestUsd + (prompt * priceAt(input, prompt)) / 1e6;
  if (output !== undefined && answerTokens !== undefined) {
    estimate.worstUsd = estimate.promptUsd + (answerTokens * priceAt(output, prompt)) / 1e6;
  }
  return estimate;
}
