// Estimates of a request's tokens and cost before anything is sent.
import type { Block, RequestDocument } from "../../request/document/message.ts";
import { blockKind, blocksOf, isToolResult, resultBlocks } from "../../request/document/blocks.ts";
import { jsonWithoutMedia } from "../../request/document/measure.ts";
import { priceAt } from "./priceAt.ts";
import type { ModelAbilities } from "../ranking/abilities.ts";

/** Estimated tokens per part of a request. */
export interface PromptTokens {
  system: number;
  messages: number;
  tools: number;
  total: number;
  /** The number of images and audio blocks that are not counted. */
  media: number;
}

/** Counts text with `count`; blocks other than text and media are counted as the JSON that providers get, without files. */
export function promptTokens(
  document: RequestDocument,
  count: (text: string) => number,
): PromptTokens {
  const system = count(document.systemPrompt ?? "");
  const tools = document.tools === undefined ? 0 : count(JSON.stringify(document.tools));
  let messages = 0;
  let media = 0;
  for (const message of document.messages) {
    for (const block of blocksOf(message.content)) {
      messages += count(wordsOf(block));
      media += mediaIn(block);
    }
  }
  return { system, messages, tools, total: system + messages + tools, media };
}

/** Counting takes about 0.2 ms for a thousand characters, and nobody else is served meanwhile. */
const COUNTED_WHOLE = 20_000;
const SAMPLES = 40;

/**
 * As `promptTokens` in all. Of a long prompt samples are counted, spread evenly, and the rest in proportion.
 * @returns the tokens of all texts, and the number of images and audio blocks
 */
export function aboutTokens(
  document: RequestDocument,
  count: (text: string) => number,
): Pick<PromptTokens, "total" | "media"> {
  const texts: string[] = [];
  const { media } = promptTokens(document, (text) => texts.push(text));
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (characters <= COUNTED_WHOLE)
    return { total: texts.reduce((sum, text) => sum + count(text), 0), media };
  const all = texts.join("");
  const length = COUNTED_WHOLE / SAMPLES;
  let counted = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const at = Math.floor((sample * (characters - length)) / (SAMPLES - 1));
    counted += count(all.slice(at, at + length));
  }
  return { total: Math.round((counted / COUNTED_WHOLE) * characters), media };
}

function wordsOf(block: Block): string {
  if (typeof block["text"] === "string") return block["text"];
  const kind = blockKind(block);
  if (kind === "image" || kind === "audio") return "";
  if (!isToolResult(block)) return jsonWithoutMedia(block);
  return resultBlocks(block)
    .map((inner) => wordsOf(inner))
    .filter((words) => words !== "")
    .join("\n");
}

function mediaIn(block: Block): number {
  if (isToolResult(block))
    return resultBlocks(block).reduce((count, inner) => count + mediaIn(inner), 0);
  const kind = blockKind(block);
  return kind === "image" || kind === "audio" ? 1 : 0;
}

/** What a response usually takes; what a request allows, or a model can write, is often a hundred times as much. */
const USUAL_OUTPUT_TOKENS = 1000;

/** @param most the longest possible response; infinite when unknown */
export const likelyOutput = (most: number): number => Math.min(most, USUAL_OUTPUT_TOKENS);

export interface Estimate {
  /**
   * Shares of the model's context window: the prompt alone, and prompt plus longest response. Above 1 it does not
   * fit.
   */
  promptShare?: number;
  fullShare?: number;
  /** The longest possible response: the request's `maxTokens` or the model's own limit, whichever is lower. */
  answerTokens?: number;
  /** USD; missing if the price is unknown. */
  promptUsd?: number;
  /** USD, with a usual response, and with one of `answerTokens`. */
  likelyUsd?: number;
  worstUsd?: number;
}

/**
 * Estimates context use and cost.
 * @param maxTokens as in the request
 */
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
  if (output !== undefined) {
    const each = priceAt(output, prompt) / 1e6;
    estimate.likelyUsd = estimate.promptUsd + likelyOutput(most) * each;
    if (answerTokens !== undefined) estimate.worstUsd = estimate.promptUsd + answerTokens * each;
  }
  return estimate;
}
