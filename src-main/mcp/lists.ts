// What a server offers: tools, prompts, resources and their templates, page by page. One entry that cannot
// be read is said and left out; it never costs the others.
import type { Client } from "@modelcontextprotocol/client";
import { isJsonObject } from "../../src-shared/json.ts";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import type { PromptView, ResourceView, ToolView } from "../../src-shared/servers/server.ts";
import type { Wire } from "./wire.ts";
import { anything } from "./request.ts";

const LIST_TIMEOUT_MS = 60_000;
/** More pages than this are taken for a server that never ends. */
const PAGES_MAX = 1000;

export interface ListParts {
  client: Client;
  wire: Wire;
  /** Says what was left out. */
  complain(text: string): void;
}

type Method = "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list";

export const listTools = (parts: ListParts): Promise<ToolView[] | null> =>
  listed(parts, "tools/list", "tools", toolOf);
export const listPrompts = (parts: ListParts): Promise<PromptView[] | null> =>
  listed(parts, "prompts/list", "prompts", promptOf);

/** Resources, then templates. */
export async function listResources(parts: ListParts): Promise<ResourceView[] | null> {
  const plain = await listed(parts, "resources/list", "resources", (item) =>
    resourceOf(item, "uri"),
  );
  const templates = await listed(parts, "resources/templates/list", "resourceTemplates", (item) =>
    resourceOf(item, "uriTemplate"),
  );
  return plain === null && templates === null ? null : [...(plain ?? []), ...(templates ?? [])];
}

/** All pages; null when the server gave none. */
async function listed<T>(
  parts: ListParts,
  method: Method,
  member: string,
  read: (item: JsonObject) => T | null,
): Promise<T[] | null> {
  const found: T[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const result = await onePage(parts, method, cursor);
    const items = result?.[member];
    if (result === null || !Array.isArray(items)) {
      if (result !== null) parts.complain(`${method}: ${JSON.stringify(result).slice(0, 500)}`);
      return page === 0 ? null : found;
    }
    for (const item of items) {
      const one = isJsonObject(item) ? read(item) : null;
      if (one === null) parts.complain(`${method}: ${JSON.stringify(item).slice(0, 500)}`);
      else found.push(one);
    }
    const next = result["nextCursor"];
    if (typeof next !== "string" || seen.has(next)) return found;
    seen.add(next);
    cursor = next;
  }
  parts.complain(`${method}: more than ${PAGES_MAX} pages`);
  return found;
}

async function onePage(
  { client, wire, complain }: ListParts,
  method: Method,
  cursor: string | undefined,
): Promise<JsonObject | null> {
  const params = cursor === undefined ? {} : { cursor };
  try {
    const answer = await wire.exchange(() =>
      client.request({ method, params }, anything, { timeout: LIST_TIMEOUT_MS }),
    ).answer;
    if (answer.kind === "result") return answer.result;
    // Templates are often not there although resources are.
    const absent = answer.kind === "error" && answer.error.code === -32601;
    if (!absent) {
      complain(`${method}: ${answer.kind === "error" ? answer.error.message : answer.kind}`);
    }
  } catch (error) {
    complain(`${method}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return null;
}

const text = (value: Json | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

function described(item: JsonObject): { title?: string; description?: string } {
  const annotations = item["annotations"];
  const title =
    text(item["title"]) ?? (isJsonObject(annotations) ? text(annotations["title"]) : undefined);
  const description = text(item["description"]);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

function toolOf(item: JsonObject): ToolView | null {
  const name = text(item["name"]);
  const inputSchema = item["inputSchema"];
  if (name === undefined) return null;
  return {
    name,
    ...described(item),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : { type: "object" },
    ...objectOf(item, "outputSchema"),
    ...objectOf(item, "annotations"),
  };
}

const objectOf = (item: JsonObject, member: string): JsonObject => {
  const value = item[member];
  return isJsonObject(value) ? { [member]: value } : {};
};

function promptOf(item: JsonObject): PromptView | null {
  const name = text(item["name"]);
  if (name === undefined) return null;
  const given = Array.isArray(item["arguments"]) ? item["arguments"] : [];
  const args = given.flatMap((argument) => {
    if (!isJsonObject(argument)) return [];
    const argumentName = text(argument["name"]);
    const description = text(argument["description"]);
    if (argumentName === undefined) return [];
    return [
      {
        name: argumentName,
        required: argument["required"] === true,
        ...(description === undefined ? {} : { description }),
      },
    ];
  });
  return { name, ...described(item), arguments: args };
}

function resourceOf(item: JsonObject, member: "uri" | "uriTemplate"): ResourceView | null {
  const uri = text(item[member]);
  if (uri === undefined) return null;
  const { description } = described(item);
  const mimeType = text(item["mimeType"]);
  return {
    uri,
    name: text(item["title"]) ?? text(item["name"]) ?? uri,
    template: member === "uriTemplate",
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}
