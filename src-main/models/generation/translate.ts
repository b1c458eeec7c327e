// Converts a sampling request (MCP 2025-11-25, sampling/createMessage) to AI SDK terms. Pure. What can't be
// represented is a failure that names it, never silently dropped. Responses are converted by `answer.ts`.
import { createHash } from "node:crypto";
import { jsonSchema, tool, type ModelMessage, type ToolChoice, type ToolSet } from "ai";
import { isJsonObject, type Json, type JsonObject } from "#shared/json.ts";
import { fail, ok, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import { misfitsOf } from "#shared/models/ranking/misfits.ts";
import { acceptsMedia, type ProviderTraits } from "#shared/models/ranking/traits.ts";
import { oddIdsOf } from "#shared/models/ranking/wireChanges.ts";
import { isMediaRef } from "#shared/request/document/media.ts";
import { blocksOf } from "#shared/request/document/blocks.ts";
import type { Block, Message, RequestDocument, Tool } from "#shared/request/document/message.ts";

/** A request in the form that `streamText` expects. */
export interface Prompt {
  instructions?: string;
  messages: ModelMessage[];
  tools?: ToolSet;
  toolChoice?: ToolChoice<ToolSet>;
}

type UserPart = Exclude<Extract<ModelMessage, { role: "user" }>["content"], string>[number];
type AssistantPart = Exclude<
  Extract<ModelMessage, { role: "assistant" }>["content"],
  string
>[number];
type ToolPart = Extract<ModelMessage, { role: "tool" }>["content"][number];
type ToolResultPart = Extract<ToolPart, { type: "tool-result" }>;
type ToolOutput = ToolResultPart["output"];
type ContentPart = Extract<ToolOutput, { type: "content" }>["value"][number];

/** Carries a failure out of the recursion. */
class Untranslatable extends Error {
  readonly failure: ModelFailure;
  constructor(what: string, detail: string) {
    super(what);
    this.failure = { kind: "model-unsupported-content", what, detail };
  }
}

/**
 * Converts the approved document. `media` returns the base64 text of a media reference. Fields that are not content
 * (`annotations`, `_meta`, `metadata`, `includeContext`) are not sent to models.
 */
export function toPrompt(
  document: RequestDocument,
  media: (ref: string) => string | null,
  traits: ProviderTraits,
): Outcome<Prompt, ModelFailure> {
  try {
    const translator = new Translator(media, traits, document);
    const prompt: Prompt = { messages: document.messages.flatMap((m) => translator.message(m)) };
    if (document.systemPrompt !== undefined && document.systemPrompt !== "") {
      prompt.instructions = document.systemPrompt;
    }
    if (document.tools !== undefined && document.tools.length > 0) {
      prompt.tools = toolSetOf(document.tools);
      const choice = toolChoiceOf(document.toolChoice);
      if (choice !== undefined) prompt.toolChoice = choice;
    }
    // Representable, but this provider would refuse or drop it.
    const [misfit] = misfitsOf(document, traits);
    if (misfit !== undefined) throw new Untranslatable(misfit.what, misfit.where);
    return ok(prompt);
  } catch (error) {
    if (error instanceof Untranslatable) return fail(error.failure);
    throw error;
  }
}

class Translator {
  readonly #media: (ref: string) => string | null;
  readonly #traits: ProviderTraits;
  /** Names of the tools used so far, by the call's id: results only have the id. */
  readonly #toolNames = new Map<string, string>();
  /** Replacements of ids that the provider does not accept. */
  readonly #ids: ReadonlyMap<string, string>;

  constructor(
    media: (ref: string) => string | null,
    traits: ProviderTraits,
    document: RequestDocument,
  ) {
    this.#media = media;
    this.#traits = traits;
    this.#ids = idsFor(document, traits);
  }

  message(message: Message): ModelMessage[] {
    const blocks = blocksOf(message.content);
    switch (message.role) {
      case "user":
        return this.#userMessages(blocks);
      case "assistant":
        return [{ role: "assistant", content: blocks.map((block) => this.#assistantPart(block)) }];
      default:
        throw new Untranslatable("role", message.role);
    }
  }

  /** Tool results form separate messages in the AI SDK; the order of blocks is preserved. */
  #userMessages(blocks: Block[]): ModelMessage[] {
    const messages: ModelMessage[] = [];
    for (const block of blocks) {
      const last = messages.at(-1);
      if (block.type === "tool_result") {
        const part = this.#toolResult(block);
        if (last?.role === "tool") last.content.push(part);
        else messages.push({ role: "tool", content: [part] });
      } else {
        const part = this.#userPart(block);
        if (last?.role === "user" && Array.isArray(last.content)) last.content.push(part);
        else messages.push({ role: "user", content: [part] });
      }
    }
    return messages;
  }

  #userPart(block: Block): UserPart {
    switch (block.type) {
      case "text":
        return { type: "text", text: textOf(block) };
      case "image":
      case "audio":
        return this.#file(block, this.#traits.userMedia, "in a user message");
      default:
        throw new Untranslatable(block.type, "in a user message");
    }
  }

  #assistantPart(block: Block): AssistantPart {
    switch (block.type) {
      case "text":
        return { type: "text", text: textOf(block) };
      case "image":
      case "audio":
        return this.#file(block, this.#traits.assistantMedia, "in an assistant message");
      case "tool_use": {
        const id = stringOf(block, "id");
        const toolName = stringOf(block, "name");
        this.#toolNames.set(id, toolName);
        const toolCallId = this.#ids.get(id) ?? id;
        return { type: "tool-call", toolCallId, toolName, input: block["input"] ?? {} };
      }
      default:
        throw new Untranslatable(block.type, "in an assistant message");
    }
  }

  #toolResult(block: Block): ToolResultPart {
    const id = stringOf(block, "toolUseId");
    const toolName = this.#toolNames.get(id);
    if (toolName === undefined) throw new Untranslatable("tool_result", id);
    const toolCallId = this.#ids.get(id) ?? id;
    return { type: "tool-result", toolCallId, toolName, output: this.#output(block) };
  }

  #output(block: Block): ToolOutput {
    const content = contentOf(block["content"]);
    const structured = block["structuredContent"];
    const isError = block["isError"] === true;
    const texts = content.map((item) => this.#resultText(item));
    if (structured !== undefined && !texts.some((text) => isSameJson(text, structured))) {
      // The text doesn't repeat the structured content, so send it as JSON.
      if (texts.includes(null)) return this.#blocks([...content, structureOf(structured)]);
      const value = content.length === 0 ? structured : { content, structuredContent: structured };
      return { type: isError ? "error-json" : "json", value: value as never };
    }
    const several = this.#traits.toolResultBlocks && texts.length > 1 && !isError;
    if (!several && texts.every((text) => text !== null)) {
      return { type: isError ? "error-text" : "text", value: texts.join("\n") };
    }
    return this.#blocks(content);
  }

  #blocks(content: Block[]): ToolOutput {
    return { type: "content", value: content.map((item) => this.#contentPart(item)) };
  }

  #contentPart(block: Block): ContentPart {
    const text = this.#resultText(block);
    if (text !== null) return { type: "text", text };
    return this.#file(block, this.#traits.toolResultMedia, "in a tool result");
  }

  /** The text of a block in a tool result; null for an image or audio. */
  #resultText(block: Block): string | null {
    switch (block.type) {
      case "text":
        return textOf(block);
      case "image":
      case "audio":
        return null;
      case "resource":
      case "resource_link":
        // The AI SDK has no resources; send the whole block as JSON.
        return JSON.stringify(block);
      default:
        throw new Untranslatable(block.type, "in a tool result");
    }
  }

  #file(block: Block, types: readonly string[], where: string) {
    const mediaType = stringOf(block, "mimeType");
    if (!acceptsMedia(types, mediaType)) {
      const none = !types.some((type) => type.startsWith(`${block.type}/`));
      throw new Untranslatable(none ? block.type : mediaType, where);
    }
    const data = stringOf(block, "data");
    const base64 = isMediaRef(data) ? this.#media(data) : data;
    if (base64 === null) throw new Untranslatable(block.type, "its bytes are not held");
    return { type: "file" as const, mediaType, data: { type: "data" as const, data: base64 } };
  }
}

/** Structured content beside images and audio: as JSON, under its name in the protocol. */
function structureOf(structuredContent: Json): Block {
  return { type: "text", text: JSON.stringify({ structuredContent }) };
}

export function toolSetOf(tools: Tool[]): ToolSet {
  const names = new Set<string>();
  const entries = tools.map((item) => {
    if (names.has(item.name)) throw new Untranslatable("tools", `two tools are named ${item.name}`);
    names.add(item.name);
    const schema = item.inputSchema ?? { type: "object", properties: {} };
    // No `execute`: Countersign never runs a server's tool, the server does.
    const translated = tool({
      inputSchema: jsonSchema(schema as Parameters<typeof jsonSchema>[0]),
      description: item.description,
    });
    return [item.name, translated] as const;
  });
  return Object.fromEntries(entries) as ToolSet;
}

function toolChoiceOf(choice: RequestDocument["toolChoice"]): ToolChoice<ToolSet> | undefined {
  const mode = choice?.mode;
  switch (mode) {
    case undefined:
      return undefined;
    case "auto":
    case "required":
    case "none":
      return mode;
    default:
      throw new Untranslatable("toolChoice", mode);
  }
}

function contentOf(content: Json | undefined): Block[] {
  if (content === undefined) return [];
  const list = Array.isArray(content) ? content : [content];
  return list.map((item) => {
    if (isJsonObject(item) && typeof item["type"] === "string") return item as Block;
    throw new Untranslatable("tool_result", "its content is malformed");
  });
}

function textOf(block: Block): string {
  return stringOf(block, "text");
}

function stringOf(block: JsonObject & { type: string }, field: string): string {
  const value = block[field];
  if (typeof value === "string") return value;
  throw new Untranslatable(block.type, `${field} is missing`);
}

/** Whether a text block is the structured content as JSON, as the specification recommends, in any order of fields. */
function isSameJson(text: string | null, structured: Json): boolean {
  if (text === null) return false;
  try {
    return canonical(JSON.parse(text) as Json) === canonical(structured);
  } catch {
    return false;
  }
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isJsonObject(item) ? Object.fromEntries(Object.entries(item).sort(byKey)) : item,
  );
}

function byKey(a: [string, unknown], b: [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}

/** Length of an id that replaces one. Mistral's form, nine letters and digits, is the narrowest; all other providers accept it as well. */
const ID_LENGTH = 9;

/**
 * Ids in place of the tool call ids that the provider does not accept: equal ids by equal ones, different ids by different
 * ones.
 */
function idsFor(document: RequestDocument, traits: ProviderTraits): Map<string, string> {
  const blocks = document.messages.flatMap((message) => blocksOf(message.content));
  const ids = new Map<string, string>();
  const taken = new Set(
    blocks.flatMap((block) => (typeof block["id"] === "string" ? [block["id"]] : [])),
  );
  for (const id of oddIdsOf(blocks, traits)) {
    let spelled = "";
    for (let round = 0; spelled === "" || taken.has(spelled); round += 1) {
      spelled = createHash("sha256").update(`${round}:${id}`).digest("hex").slice(0, ID_LENGTH);
    }
    taken.add(spelled);
    ids.set(id, spelled);
  }
  return ids;
}
