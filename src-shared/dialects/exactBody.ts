// The body that a provider of the program's own dialect gets: as approved, and what Countersign sets itself.
import { isJsonObject, type JsonObject } from "../json.ts";
import type { GenerationOptions } from "../models/providers/options.ts";
import type { ProviderTraits } from "../models/ranking/traits.ts";
import type { CompletionDocument } from "./dialect.ts";
import { runsAtProvider, unsentTools } from "./otherDialect.ts";
import { WRITING } from "./writing.ts";

type Adds = Pick<ProviderTraits, "adds">;

/** The body for a stream of this model, with media in place. */
export function exactBody(
  document: CompletionDocument,
  modelId: string,
  traits: Adds,
  options: GenerationOptions,
): JsonObject {
  const body = WRITING[document.completion.dialect].body(withoutProviderTools(document), true);
  return { ...body, model: modelId, ...addedFields(document, traits, options) };
}

/** The fields that Countersign adds to the approved body or sets otherwise, besides `model` and `stream`. */
export function addedFields(
  document: CompletionDocument,
  { adds }: Adds,
  options: GenerationOptions,
): JsonObject {
  const { dialect } = document.completion;
  const asked = withoutProviderTools(document);
  const given = WRITING[dialect].body({ ...asked, messages: [] }, true);
  const isOne = options.parallelToolCalls === false && (asked.tools?.length ?? 0) > 0;
  const set: JsonObject = {
    // What the program itself says holds; null says nothing.
    ...Object.fromEntries(Object.entries(adds).filter(([name]) => (given[name] ?? null) === null)),
    ...(dialect === "openai-chat" ? withUsage(given) : {}),
    ...(isOne ? oneCall(dialect, given) : {}),
  };
  const isNew = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(given[name]) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(set).filter(isNew));
}

function withoutProviderTools(document: CompletionDocument): CompletionDocument {
  if (unsentTools(document).length === 0) return document;
  return { ...document, tools: document.tools?.filter((tool) => !runsAtProvider(tool)) ?? [] };
}

/** Without this option the provider reports no usage. */
const withUsage = ({ stream_options: given }: JsonObject): JsonObject => ({
  stream_options: { ...(isJsonObject(given) ? given : {}), include_usage: true },
});

/** The user's wish for one tool call at a time. */
function oneCall(
  dialect: CompletionDocument["completion"]["dialect"],
  { tool_choice: choice }: JsonObject,
): JsonObject {
  if (dialect !== "anthropic-messages") return { parallel_tool_calls: false };
  const given = isJsonObject(choice) ? choice : { type: "auto" };
  // No call at all: Anthropic has no such switch there.
  return given["type"] === "none"
    ? {}
    : { tool_choice: { ...given, disable_parallel_tool_use: true } };
}
