// What of a document one kind of provider cannot take, and what it is not told: said before anything is
// sent, from the document alone.
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { blocksOf, isBlock } from "../sampling/blocks.ts";
import type { Path } from "../sampling/flag.ts";
import type { Block, Message, RequestDocument } from "../sampling/message.ts";
import { metadataOptions } from "./metadata.ts";
import type { GenerationOptions } from "./options.ts";
import type { ProviderTraits } from "./traits.ts";

/** Something that has no place there: asking that model fails. `what` is a role, a kind or a member. */
export interface Misfit {
  path: Path;
  what: string;
  where: "user" | "assistant" | "tool-result" | "role" | "tool-name" | "tool-choice";
}

/** Something that does not travel; the rest does. `names` are members, `count` how often. */
export type LeftOut =
  | { kind: "metadata"; names: string[] }
  | { kind: "metadata-set" | "metadata-value" | "metadata-unknown"; names: string[] }
  | { kind: "block-members"; names: string[]; count: number }
  | { kind: "message-members"; names: string[]; count: number }
  | { kind: "tool-members"; names: string[]; count: number }
  | { kind: "tool-choice" }
  | { kind: "parallel-switch" }
  | { kind: "request-members"; names: string[] };

/** Everything that makes the document impossible for such a provider, in reading order. */
export function misfitsOf(document: RequestDocument, traits: ProviderTraits): Misfit[] {
  const found: Misfit[] = document.messages.flatMap((message, index) =>
    misfitsOfMessage(message, ["messages", index], traits),
  );
  const names = new Set<string>();
  for (const [index, { name }] of (document.tools ?? []).entries()) {
    if (names.has(name)) found.push({ path: ["tools", index], what: name, where: "tool-name" });
    names.add(name);
  }
  const mode = document.toolChoice?.mode;
  const known = mode === undefined || mode === "auto" || mode === "required" || mode === "none";
  if (!known && names.size > 0) {
    found.push({ path: ["toolChoice"], what: mode, where: "tool-choice" });
  }
  return found;
}

function misfitsOfMessage(message: Message, path: Path, traits: ProviderTraits): Misfit[] {
  const { role } = message;
  if (role !== "user" && role !== "assistant") return [{ path, what: role, where: "role" }];
  const takes = new Set(
    role === "user"
      ? ["text", "image", "audio", "tool_result"]
      : ["text", "tool_use", ...(traits.assistantMedia ? ["image", "audio"] : [])],
  );
  return blocksOf(message.content).flatMap((block, index): Misfit[] => {
    const at = [...path, "content", ...(Array.isArray(message.content) ? [index] : [])];
    if (!takes.has(block.type)) return [{ path: at, what: block.type, where: role }];
    return block.type === "tool_result" ? misfitsOfResult(block, at, traits) : [];
  });
}

function misfitsOfResult(block: Block, path: Path, traits: ProviderTraits): Misfit[] {
  const takes = new Set(["text", "resource", "resource_link"]);
  if (traits.toolResultMedia) for (const kind of ["image", "audio"]) takes.add(kind);
  const content: Json | undefined = block["content"];
  const list = Array.isArray(content) ? content : content === undefined ? [] : [content];
  return list.flatMap((item, index): Misfit[] =>
    isBlock(item) && !takes.has(item.type)
      ? [{ path: [...path, "content", index], what: item.type, where: "tool-result" }]
      : [],
  );
}

const BLOCK_MEMBERS = new Set([
  ...["type", "text", "data", "mimeType", "id", "name", "input"],
  ...["toolUseId", "content", "structuredContent", "isError"],
]);
const MESSAGE_MEMBERS = new Set(["role", "content"]);
const TOOL_MEMBERS = new Set(["name", "description", "inputSchema"]);
/** What is sent, or is advice to this client and not for the model. */
const REQUEST_MEMBERS = new Set([
  ...["messages", "systemPrompt", "maxTokens", "temperature", "stopSequences", "tools"],
  ...["toolChoice", "metadata", "modelPreferences", "includeContext", "task", "_meta"],
]);

/** Everything that the model's provider is not told though the document holds it. */
export function leftOutOf(
  document: RequestDocument,
  traits: ProviderTraits,
  options: GenerationOptions,
): LeftOut[] {
  const found: LeftOut[] = [...metadataLeftOut(document.metadata, traits, options)];
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
  return found;
}

function metadataLeftOut(
  metadata: JsonObject | undefined,
  traits: ProviderTraits,
  options: GenerationOptions,
): LeftOut[] {
  const names = metadata === undefined ? [] : Object.keys(metadata);
  if (metadata === undefined || names.length === 0) return [];
  const dialect = options.passMetadata === true && traits.metadata;
  if (dialect === false) return [{ kind: "metadata", names }];
  const { kept } = metadataOptions(metadata, dialect);
  return (["set", "value", "unknown"] as const).flatMap((why) =>
    kept[why].length === 0 ? [] : [{ kind: `metadata-${why}` as const, names: kept[why] }],
  );
}

/** The names of members that are not in `told`, once each, and how many objects hold one. */
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
