// The facts about a request document.
import { blocksOf, isToolResult, resultBlocks } from "../sampling/document/blocks.ts";
import type { Block, RequestDocument } from "../sampling/document/message.ts";
import { shortHash } from "./shortHash.ts";

export interface DocumentFacts {
  messages: number;
  /** Tools offered to the model. */
  tools: number;
  toolNames: string[];
  /** Tools used in the conversation. */
  usedTools: string[];
  images: number;
  audios: number;
  resources: number;
  toolResults: number;
  /** The request's limit on the response. */
  maxTokens: number | null;
  temperature: number | null;
  hints: string[];
  system: boolean;
  /** Identifies the system prompt, see `shortHash.ts`; null if there is none. */
  systemHash: string | null;
  stopSequences: boolean;
  metadata: boolean;
  /** `includeContext` as requested; null if absent. */
  context: string | null;
  /**
   * Whether the tool that is called changes nothing, or may destroy something, with the protocol's defaults for what
   * its server does not say (2025-11-25, server/tools, "ToolAnnotations"); null for other kinds.
   */
  readOnly: boolean | null;
  destructive: boolean | null;
}

/** The facts of a document; null for a request that was not kept or cannot be shown. */
export function documentFacts(document: RequestDocument | null): DocumentFacts {
  const blocks = (document?.messages ?? []).flatMap(({ content }) => deep(blocksOf(content)));
  const count = (...types: string[]): number =>
    blocks.filter(({ type }) => types.includes(type)).length;
  const tools = document?.tools ?? [];
  const used = blocks.filter(({ type }) => type === "tool_use").map(({ name }) => name);
  const hints = document?.modelPreferences?.hints ?? [];
  return {
    messages: document?.messages.length ?? 0,
    tools: tools.length,
    toolNames: [...new Set(tools.map(({ name }) => name))],
    usedTools: [...new Set(used.filter((name) => typeof name === "string"))],
    images: count("image"),
    audios: count("audio"),
    resources: count("resource", "resource_link"),
    toolResults: count("tool_result"),
    maxTokens: document?.maxTokens ?? null,
    temperature: document?.temperature ?? null,
    hints: hints.flatMap(({ name }) => (name === undefined ? [] : [name])),
    system: (document?.systemPrompt ?? "") !== "",
    systemHash: shortHash(document?.systemPrompt ?? ""),
    stopSequences: (document?.stopSequences?.length ?? 0) > 0,
    metadata: Object.keys(document?.metadata ?? {}).length > 0,
    context: document?.includeContext ?? null,
    readOnly: null,
    destructive: null,
  };
}

/** Blocks, including those inside tool results. */
const deep = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...(isToolResult(block) ? resultBlocks(block) : [])]);
