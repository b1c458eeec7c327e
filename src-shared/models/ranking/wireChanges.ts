// How a provider's wire format changes a document that it can represent: unsupported parameters, flags and ids. The
// user sees each change before anything is sent.
import { isJsonObject } from "../../json.ts";
import { blocksOf, isBlock } from "../../request/document/blocks.ts";
import type { Block, RequestDocument } from "../../request/document/message.ts";
import type { ProviderTraits } from "./traits.ts";

/** One change. `count`: the number of results, ids or sequences affected. */
export type WireChange =
  /** The model is not told that these tool results are errors. */
  | { kind: "tool-errors"; count: number }
  /** These tools have no schema; the model is told that they take no arguments. */
  | { kind: "tool-schemas"; count: number }
  /** The text blocks of these tool results are joined with newlines. */
  | { kind: "tool-result-blocks"; count: number }
  /** These tool use ids are replaced consistently. */
  | { kind: "tool-ids"; count: number }
  /**
   * These tool calls are sent without the model's signature, which MCP does not carry, and marked so that the model
   * does not check it.
   */
  | { kind: "unsigned-calls"; count: number }
  | { kind: "stop-sequences"; count: number }
  | { kind: "temperature" }
  | { kind: "temperature-max"; max: number }
  | { kind: "last-space" };

/** The changes, in the order in which the window shows them. */
export function wireChangesOf(document: RequestDocument, traits: ProviderTraits): WireChange[] {
  const blocks = document.messages.flatMap((message) => blocksOf(message.content));
  const results = blocks.filter((block) => block.type === "tool_result");
  const found: WireChange[] = [];
  const counted = (kind: Extract<WireChange, { count: number }>["kind"], count: number): void => {
    if (count > 0) found.push({ kind, count });
  };
  counted("tool-errors", results.filter((block) => losesError(block, traits)).length);
  const tools = document.tools ?? [];
  counted("tool-schemas", tools.filter((tool) => tool.inputSchema === undefined).length);
  counted("tool-result-blocks", results.filter((block) => joinsTexts(block, traits)).length);
  counted("tool-ids", oddIdsOf(blocks, traits).size);
  const uses = blocks.filter((block) => block.type === "tool_use").length;
  if (traits.signsCalls) counted("unsigned-calls", uses);
  if (!traits.stopSequences) counted("stop-sequences", document.stopSequences?.length ?? 0);
  const { temperature } = document;
  if (temperature !== undefined && traits.maxTemperature === null) {
    found.push({ kind: "temperature" });
  } else if (temperature !== undefined && temperature > (traits.maxTemperature ?? 0)) {
    found.push({ kind: "temperature-max", max: traits.maxTemperature ?? 0 });
  }
  if (traits.cutsLastSpace && endsInSpace(document)) found.push({ kind: "last-space" });
  return found;
}

/** The tool use ids that such a provider does not accept. */
export function oddIdsOf(blocks: readonly Block[], traits: ProviderTraits): Set<string> {
  const ids = blocks.flatMap((block) => {
    const id = block.type === "tool_use" ? block["id"] : block["toolUseId"];
    return typeof id === "string" ? [id] : [];
  });
  return new Set(ids.filter((id) => !traits.toolIds.test(id)));
}

/** The content of a tool result as blocks. */
export function resultBlocksOf(result: Block): Block[] {
  const content = result["content"];
  const list = Array.isArray(content) ? content : content === undefined ? [] : [content];
  return list.filter(isBlock);
}

/** The adapters pass `isError` on only for text and JSON results, not for lists with other blocks. */
function losesError(result: Block, traits: ProviderTraits): boolean {
  const { isError = false } = result;
  if (isError !== true) return isError !== false;
  return !traits.toolErrors || resultBlocksOf(result).some(({ type }) => type !== "text");
}

function joinsTexts(result: Block, traits: ProviderTraits): boolean {
  const blocks = resultBlocksOf(result);
  if (blocks.length < 2 || result["structuredContent"] !== undefined) return false;
  if (blocks.some(({ type }) => type === "image" || type === "audio")) return false;
  return !traits.toolResultBlocks || result["isError"] === true;
}

function endsInSpace(document: RequestDocument): boolean {
  const last = document.messages.at(-1);
  if (last?.role !== "assistant") return false;
  const block = blocksOf(last.content).at(-1);
  const text = isJsonObject(block) && block.type === "text" ? block["text"] : undefined;
  return typeof text === "string" && text !== text.trimEnd();
}
