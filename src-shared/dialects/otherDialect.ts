// Converts a completion for a provider of another dialect: what can be translated, and the names of what cannot.
import type { JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { ProviderTraits } from "../models/ranking/traits.ts";
import { blocksOf, isReasoning } from "../request/document/blocks.ts";
import type { Block, Message, RequestDocument, Tool } from "../request/document/message.ts";
import type { CompletionDocument } from "./dialect.ts";
import { plainTools, type PlainTools } from "./namespaces.ts";
import { settingsOf } from "./settings.ts";

/** How a dialect writes a block, message or tool, and ids that only its own provider knows. */
const BLOCK_FORM = ["written", "contentForm", "item", "part", "annotations", "logprobs"];
const MESSAGE_FORM = ["contentForm", "items", "type", "id", "status", "refusal", "phase"];
const TOOL_FORM = ["outer", "type"];

/**
 * The completion as a sampling request: system messages are merged into the system prompt, functions in namespaces become
 * plain ones; reasoning and the provider's own tools are dropped.
 */
export function asSampling(document: CompletionDocument): {
  sampling: RequestDocument;
  dropped: string[];
  /** The tool behind a name in the response, where it has another name in the program's dialect. */
  behind: PlainTools["behind"];
} {
  const dropped = new Set<string>();
  const prompts = document.systemPrompt === undefined ? [] : [document.systemPrompt];
  const messages: Message[] = [];
  const { completion: _completion, systemPrompt: _prompt, tools, ...rest } = document;
  const plain = plainTools(tools);
  for (const message of document.messages) {
    const { role, content, ...about } = message;
    // Only its own provider can read reasoning.
    const blocks = blocksOf(content).filter((block) => !isReasoning(block));
    for (const block of blocksOf(content)) if (isReasoning(block)) dropped.add(block.type);
    if (typeof about["reasoning_content"] === "string") dropped.add("reasoning_content");
    if (role === "system" || role === "developer") {
      prompts.push(blocks.map(({ text }) => (typeof text === "string" ? text : "")).join("\n"));
    } else if (blocks.length > 0) {
      const written = blocks.map((block) => plainBlock(block, plain));
      messages.push({
        role,
        content: written,
        ...bare(about, [...MESSAGE_FORM, "reasoning_content"]),
      });
    }
  }
  for (const name of plain.dropped) dropped.add(name);
  const sampling: RequestDocument = {
    ...rest,
    messages,
    ...(prompts.length === 0 ? {} : { systemPrompt: prompts.join("\n\n") }),
    ...(plain.tools === undefined
      ? {}
      : { tools: plain.tools.map(({ name, ...about }) => ({ name, ...bare(about, TOOL_FORM) })) }),
  };
  return { sampling, dropped: [...dropped], behind: plain.behind };
}

function plainBlock(block: Block, { plainName }: PlainTools): Block {
  const { type, item, content, name, ...about } = block;
  const namespace = isJsonObject(item) ? item["namespace"] : undefined;
  const inner = Array.isArray(content)
    ? content.map((one) => (isJsonObject(one) ? bare(one, BLOCK_FORM) : one))
    : content;
  return {
    type,
    ...(name === undefined
      ? {}
      : { name: typeof namespace === "string" ? plainName(namespace, String(name)) : name }),
    ...(inner === undefined ? {} : { content: inner }),
    ...bare(about, BLOCK_FORM),
  };
}

/** Without these fields, and without those that are null or false: they ask for nothing. */
const bare = (object: JsonObject, form: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([name, value]) =>
        !form.includes(name) && value !== null && (value !== false || name === "isError"),
    ),
  );

/**
 * A search would run at the provider: its words would leave, and its results be used, without review. Codex always offers
 * one; other tools of this sort are refused when a request is read.
 */
export const runsAtProvider = ({ raw }: Tool): boolean =>
  isJsonObject(raw) && raw["type"] === "web_search";

/** The names of the tools that no provider gets, such as `tools.web_search`. */
export const unsentTools = ({ tools = [] }: CompletionDocument): string[] =>
  tools.filter(runsAtProvider).map(({ name }) => `tools.${name}`);

/** The names of everything that such a provider of another dialect does not get. */
export function notUnderstood(document: CompletionDocument, traits: ProviderTraits): string[] {
  return [...settingsOf(document, traits).others, ...asSampling(document).dropped];
}
