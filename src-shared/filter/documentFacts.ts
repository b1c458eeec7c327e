// The facts about a request document.
import type { ActionKind } from "../agents/agent.ts";
import { blocksOf, isToolResult, resultBlocks } from "../request/document/blocks.ts";
import type { Block, RequestDocument } from "../request/document/message.ts";
import { canonicalJson } from "../canonical.ts";
import { measure } from "../request/document/measure.ts";
import { shortHash } from "./shortHash.ts";

export interface DocumentFacts {
  messages: number;
  /** Tools offered to the model. */
  tools: number;
  toolNames: string[];
  /** Tools used in the conversation that was asked with. */
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
  /** Of an action: its agent's id and name. */
  agent: string[];
  action: ActionKind | null;
  /** The agent's name of the tool. */
  actionTool: string | null;
  /** The action's command in the form of `plainCommand`; null where it is not read whole. */
  command: string | null;
  /** The one file that the action names, by its real path from the session's folder with `/`; null outside of it. */
  path: string | null;
  /** The same of each, where it names several. */
  paths: (string | null)[];
  session: string | null;
}

export interface CallFacts {
  /** Tools that the response calls. */
  calledTools: string[];
  /** Its calls as `callText` has them. */
  calls: string[];
  /** One of them is too long for that. */
  hasLongCall: boolean;
}
export const NO_CALLS: CallFacts = { calledTools: [], calls: [], hasLongCall: false };

/** The facts of a document; null for a request that was not kept or cannot be shown. */
export function documentFacts(document: RequestDocument | null): DocumentFacts {
  const given: Partial<RequestDocument> = document ?? {};
  const blocks = (given.messages ?? []).flatMap(({ content }) => deep(blocksOf(content)));
  const count = (...types: string[]): number =>
    blocks.filter(({ type }) => types.includes(type)).length;
  const tools = given.tools ?? [];
  const hints = given.modelPreferences?.hints ?? [];
  return {
    messages: given.messages?.length ?? 0,
    tools: tools.length,
    toolNames: [...new Set(tools.map(({ name }) => name))],
    usedTools: toolsUsed(blocks),
    images: count("image"),
    audios: count("audio"),
    resources: count("resource", "resource_link"),
    toolResults: count("tool_result"),
    maxTokens: given.maxTokens ?? null,
    temperature: given.temperature ?? null,
    hints: hints.flatMap(({ name }) => (name === undefined ? [] : [name])),
    system: (given.systemPrompt ?? "") !== "",
    systemHash: shortHash(given.systemPrompt ?? ""),
    stopSequences: (given.stopSequences?.length ?? 0) > 0,
    metadata: Object.keys(given.metadata ?? {}).length > 0,
    context: given.includeContext ?? null,
    readOnly: null,
    destructive: null,
    agent: [],
    action: null,
    actionTool: null,
    command: null,
    path: null,
    paths: [],
    session: null,
  };
}

/** The names of the tools that these blocks call, each once. A call without a name counts as the empty name. */
export function toolsUsed(blocks: readonly Block[]): string[] {
  const calls = blocks.filter(({ type }) => type === "tool_use");
  return [...new Set(calls.map(({ name }) => (typeof name === "string" ? name : "")))];
}

/** The longest arguments that `calls:` compares, in UTF-16 units of their JSON. */
const ARGUMENTS_MAX = 1000;

/** A tool's name in `calls:`: in quotes where it could be taken for a name with arguments. */
export const nameInCalls = (name: string): string =>
  /^[\w.:/-]+$/u.test(name) ? name : escaped(JSON.stringify(name));

/**
 * A tool call as `calls:` compares it: its tool's name, a space, its arguments as canonical JSON (RFC 8785) without
 * control characters. Null where the arguments are too long.
 */
export function callText({ name, input }: Block): string | null {
  const { values, characters } = measure(input ?? {}, ARGUMENTS_MAX);
  if (values > ARGUMENTS_MAX || characters > ARGUMENTS_MAX) return null;
  const text = escaped(canonicalJson(input ?? {}));
  if (text.length > ARGUMENTS_MAX) return null;
  return `${nameInCalls(typeof name === "string" ? name : "")} ${text}`;
}

/** What else than JSON's own escapes would be no word of a column. */
const escaped = (json: string): string =>
  json.replace(/[\u007f-\u009f]/gu, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);

/** The tools that a response calls, and each call with its arguments. */
export function callFacts(blocks: readonly Block[]): CallFacts {
  const texts = blocks.filter(({ type }) => type === "tool_use").map(callText);
  const calls = texts.filter((text) => text !== null);
  return { calledTools: toolsUsed(blocks), calls, hasLongCall: calls.length < texts.length };
}

/** Blocks, including those inside tool results. */
const deep = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...(isToolResult(block) ? resultBlocks(block) : [])]);
