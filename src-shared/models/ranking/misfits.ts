// What a provider's wire format cannot represent of a document, and what it leaves out. Computed from the document
// alone, so that the user sees it before anything is sent.
import { addedFields } from "../../dialects/exactBody.ts";
import { asSampling, notUnderstood, unsentTools } from "../../dialects/otherDialect.ts";
import { completionIn } from "../../request/kinds/completion/document.ts";
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import { blocksOf, isBlock } from "../../request/document/blocks.ts";
import type { Path } from "../../request/document/flag.ts";
import type { Block, Message, RequestDocument } from "../../request/document/message.ts";
import { metadataOptions } from "../providers/metadata.ts";
import type { GenerationOptions } from "../providers/options.ts";
import { acceptsMedia, type ProviderTraits } from "./traits.ts";
import { wireChangesOf, type WireChange } from "./wireChanges.ts";

/**
 * Something that the provider's format cannot represent, so that a generation would fail. `what` is a role, a content
 * type or a field.
 */
export interface Misfit {
  path: Path;
  what: string;
  where:
    | "user"
    | "assistant"
    | "tool-result"
    | "role"
    /** Two tools have the same name. */
    | "tool-name"
    /** The provider does not allow this tool name. */
    | "tool-name-form"
    | "tool-choice"
    /** Allowed there, but not with this media type. */
    | "media-type"
    /** Allowed only if the request has tools and may call them. */
    | "without-tools";
}

/** Something that is not sent while the rest is. `names` are fields, `count` is the number of objects. */
export type OmittedPart =
  | { kind: "metadata"; names: string[] }
  | { kind: "metadata-set" | "metadata-value" | "metadata-unknown"; names: string[] }
  | { kind: "block-members"; names: string[]; count: number }
  | { kind: "message-members"; names: string[]; count: number }
  | { kind: "tool-members"; names: string[]; count: number }
  | { kind: "tool-choice" }
  | { kind: "parallel-switch" }
  | { kind: "request-members"; names: string[] }
  /** Of a program's request: what another dialect cannot express, and tools that no provider gets. */
  | { kind: "dialect-parts" | "provider-tools"; names: string[] }
  | WireChange;

/** Everything in the document that such a provider cannot represent, in document order. */
export function misfitsOf(document: RequestDocument, traits: ProviderTraits): Misfit[] {
  const completion = completionIn(document);
  if (completion !== null) {
    return traits.exact?.includes(completion.completion.dialect) === true
      ? []
      : misfitsOf(asSampling(completion).sampling, traits);
  }
  const mode = document.toolChoice?.mode;
  const tools = document.tools ?? [];
  const canCall = tools.length > 0 && mode !== "none";
  const found: Misfit[] = document.messages.flatMap((message, index) =>
    misfitsOfMessage(message, ["messages", index], traits, canCall),
  );
  const names = new Set<string>();
  for (const [index, { name }] of tools.entries()) {
    const path = ["tools", index];
    if (names.has(name)) found.push({ path, what: name, where: "tool-name" });
    else if (!traits.toolNames.test(name)) {
      found.push({ path, what: name, where: "tool-name-form" });
    }
    names.add(name);
  }
  const known = mode === undefined || mode === "auto" || mode === "required" || mode === "none";
  if (!known && names.size > 0) {
    found.push({ path: ["toolChoice"], what: mode, where: "tool-choice" });
  }
  return found;
}

function misfitsOfMessage(
  message: Message,
  path: Path,
  traits: ProviderTraits,
  canCall: boolean,
): Misfit[] {
  const { role } = message;
  if (role !== "user" && role !== "assistant") return [{ path, what: role, where: "role" }];
  const media = role === "user" ? traits.userMedia : traits.assistantMedia;
  return blocksOf(message.content).flatMap((block, index): Misfit[] => {
    const at = [...path, "content", ...(Array.isArray(message.content) ? [index] : [])];
    switch (block.type) {
      case "text":
        return [];
      case "image":
      case "audio":
        return misfitsOfMedium(block, at, media, role);
      case "tool_use":
      case "tool_result":
        if ((block.type === "tool_use") !== (role === "assistant")) break;
        if (traits.toolsBesideToolUses && !canCall) {
          return [{ path: at, what: block.type, where: "without-tools" }];
        }
        return block.type === "tool_result" ? misfitsOfResult(block, at, traits) : [];
    }
    return [{ path: at, what: block.type, where: role }];
  });
}

function misfitsOfResult(block: Block, path: Path, traits: ProviderTraits): Misfit[] {
  const content: Json | undefined = block["content"];
  const list = Array.isArray(content) ? content : content === undefined ? [] : [content];
  return list.flatMap((item, index): Misfit[] => {
    const at = [...path, "content", index];
    if (!isBlock(item)) return [];
    switch (item.type) {
      case "text":
      case "resource":
      case "resource_link":
        return [];
      case "image":
      case "audio":
        return misfitsOfMedium(item, at, traits.toolResultMedia, "tool-result");
      default:
        return [{ path: at, what: item.type, where: "tool-result" }];
    }
  });
}

/** Checks a media block: neither its kind nor its media type may be unsupported there. */
function misfitsOfMedium(
  block: Block,
  path: Path,
  types: readonly string[],
  where: "user" | "assistant" | "tool-result",
): Misfit[] {
  const mimeType = block["mimeType"];
  if (!types.some((type) => type.startsWith(`${block.type}/`))) {
    return [{ path, what: block.type, where }];
  }
  if (typeof mimeType === "string" && !acceptsMedia(types, mimeType)) {
    return [{ path, what: mimeType, where: "media-type" }];
  }
  return [];
}

const BLOCK_MEMBERS = new Set([
  "type",
  "text",
  "data",
  "mimeType",
  "id",
  "name",
  "input",
  "toolUseId",
  "content",
  "structuredContent",
  "isError",
]);
const MESSAGE_MEMBERS = new Set(["role", "content"]);
const TOOL_MEMBERS = new Set(["name", "description", "inputSchema"]);
/** Fields that are sent, or that are meant for the client rather than the model. */
const REQUEST_MEMBERS = new Set([
  "messages",
  "systemPrompt",
  "maxTokens",
  "temperature",
  "stopSequences",
  "tools",
  "toolChoice",
  "metadata",
  "modelPreferences",
  "includeContext",
  "task",
  "_meta",
]);

/** Everything in the document that is not sent to such a provider, or is sent differently. */
export function omittedPartsOf(
  document: RequestDocument,
  traits: ProviderTraits,
  options: GenerationOptions,
): OmittedPart[] {
  const completion = completionIn(document);
  if (completion !== null) {
    const unsent = unsentTools(completion);
    const parts: OmittedPart[] =
      unsent.length === 0 ? [] : [{ kind: "provider-tools", names: unsent }];
    if (traits.exact?.includes(completion.completion.dialect) === true) return parts;
    const names = notUnderstood(completion, traits).filter((name) => !unsent.includes(name));
    if (names.length > 0) parts.push({ kind: "dialect-parts", names });
    return [...parts, ...omittedPartsOf(asSampling(completion).sampling, traits, options)];
  }
  const found: OmittedPart[] = [...metadataLeftOut(document.metadata, traits, options)];
  const blocks = document.messages.flatMap((message) => blocksOf(message.content));
  const others =
    (kind: "block-members" | "message-members" | "tool-members") =>
    (names: string[], count: number): void => {
      if (count > 0) found.push({ kind, names, count });
    };
  others("message-members")(...surplus(document.messages, MESSAGE_MEMBERS));
  others("block-members")(...surplus(blocks, BLOCK_MEMBERS));
  others("tool-members")(...surplus(document.tools ?? [], TOOL_MEMBERS));
  const noTools = (document.tools?.length ?? 0) === 0;
  if (noTools && document.toolChoice?.mode !== undefined) found.push({ kind: "tool-choice" });
  if (options.parallelToolCalls === false && !noTools && !traits.parallelSwitch) {
    found.push({ kind: "parallel-switch" });
  }
  const [names] = surplus([document], REQUEST_MEMBERS);
  if (names.length > 0) found.push({ kind: "request-members", names });
  return [...wireChangesOf(document, traits), ...found];
}

/** What Countersign adds to the body on its own, as it appears there, such as `"store": false`. */
export function addedPartsOf(
  document: RequestDocument,
  traits: ProviderTraits,
  options: GenerationOptions,
): string[] {
  const completion = completionIn(document);
  const isExact =
    completion !== null && traits.exact?.includes(completion.completion.dialect) === true;
  const added = isExact ? addedFields(completion, traits, options) : traits.adds;
  return Object.entries(added).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
}

function metadataLeftOut(
  metadata: JsonObject | undefined,
  traits: ProviderTraits,
  options: GenerationOptions,
): OmittedPart[] {
  const names = metadata === undefined ? [] : Object.keys(metadata);
  if (metadata === undefined || names.length === 0) return [];
  const dialect = options.passMetadata === true && traits.metadata;
  if (dialect === false) return [{ kind: "metadata", names }];
  const { kept } = metadataOptions(metadata, dialect);
  return (["set", "value", "unknown"] as const).flatMap((why) =>
    kept[why].length === 0 ? [] : [{ kind: `metadata-${why}` as const, names: kept[why] }],
  );
}

/** The distinct names of fields that are not in `told`, and how many objects have any. */
function surplus(objects: readonly Json[], told: ReadonlySet<string>): [string[], number] {
  const names = new Set<string>();
  let count = 0;
  for (const object of objects) {
    if (!isJsonObject(object)) continue;
    const more = Object.keys(object).filter((name) => !told.has(name));
    if (more.length > 0) count += 1;
    for (const name of more) names.add(name);
  }
  return [[...names], count];
}
