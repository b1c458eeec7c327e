// Visits the texts, field names and numbers of a request or response and replaces them. Words of the protocol (block
// types, roles, MIME types) and media are skipped.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import { isReasoning } from "../../request/document/blocks.ts";
import { isMediaRef } from "../../request/document/media.ts";

export interface Visit {
  /** The replacement of a text at any depth, or the same text. */
  text: (text: string) => string;
  /** The replacement of a number, or the same number. */
  number: (number: number) => Json;
  /** The replacement of a string that is a whole value; called in place of `text`. */
  value?: (text: string) => Json;
}

/** Fields of blocks and messages whose values the protocol defines. */
const OF_PART: ReadonlySet<string> = new Set(["type", "mimeType"]);
const OF_MESSAGE: ReadonlySet<string> = new Set(["role"]);
/** Fields of a request with numbers or words of the protocol. */
const OF_REQUEST: ReadonlySet<string> = new Set([
  "maxTokens",
  "temperature",
  "includeContext",
  "toolChoice",
]);
/** Fields of a response that say who gave it and why it ended. */
const OF_ANSWER: ReadonlySet<string> = new Set(["role", "model", "stopReason"]);

/** Field names that the protocol defines, which are never replaced. */
const NAMES: ReadonlySet<string> = new Set(
  `messages systemPrompt modelPreferences includeContext maxTokens temperature stopSequences metadata tools toolChoice
  role content model stopReason type text data mimeType id name input toolUseId structuredContent isError resource uri
  blob title description annotations _meta`.split(/\s+/),
);

/** The request with every text visited; unchanged parts stay the same objects. */
export function walkRequest<D extends JsonObject>(document: D, visit: Visit): D {
  return members(document, visit, (item, name) => {
    if (OF_REQUEST.has(name)) return item;
    if (name !== "messages" || !Array.isArray(item)) return walkFree(item, visit);
    return items(item, (message) =>
      isJsonObject(message)
        ? members(message, visit, (field, key) => {
            if (OF_MESSAGE.has(key)) return field;
            return key === "content" ? walkContent(field, visit) : walkFree(field, visit);
          })
        : walkFree(message, visit),
    );
  }) as D;
}

/** The same for a response, except for reasoning that is part of it, which a signature may cover. */
export function walkAnswer<D extends JsonObject>(document: D, visit: Visit): D {
  return members(document, visit, (item, name) => {
    if (OF_ANSWER.has(name)) return item;
    if (name !== "content") return walkFree(item, visit);
    const block = (one: Json): Json =>
      isJsonObject(one) && isReasoning(one) ? one : walkBlock(one, visit);
    return Array.isArray(item) ? items(item, block) : block(item);
  }) as D;
}

function walkContent(value: Json, visit: Visit): Json {
  return Array.isArray(value)
    ? items(value, (block) => walkBlock(block, visit))
    : walkBlock(value, visit);
}

function walkBlock(block: Json, visit: Visit): Json {
  if (!isJsonObject(block)) return walkFree(block, visit);
  return members(block, visit, (item, name) => {
    if (OF_PART.has(name) && typeof item === "string") return item;
    return name === "content" ? walkContent(item, visit) : walkFree(item, visit);
  });
}

/** Visits a value that the protocol does not define: arguments, schemas, metadata. */
export function walkFree(value: Json, visit: Visit): Json {
  if (typeof value === "string") {
    if (isMediaRef(value)) return value;
    return visit.value === undefined ? visit.text(value) : visit.value(value);
  }
  if (typeof value === "number") return visit.number(value);
  if (Array.isArray(value)) return items(value, (item) => walkFree(item, visit));
  if (!isJsonObject(value)) return value;
  let changed = false;
  const entries = Object.entries(value).map(([name, item]): [string, Json | undefined] => {
    const named = visit.text(name);
    const walked = item === undefined ? item : walkFree(item, visit);
    changed ||= named !== name || walked !== item;
    return [named, walked];
  });
  return changed ? (Object.fromEntries(entries) as JsonObject) : value;
}

function members(
  value: JsonObject,
  visit: Visit,
  map: (item: Json, name: string) => Json,
): JsonObject {
  let changed = false;
  const entries = Object.entries(value).map(([name, item]): [string, Json | undefined] => {
    const named = NAMES.has(name) ? name : visit.text(name);
    const mapped = item === undefined ? item : map(item, name);
    changed ||= mapped !== item || named !== name;
    return [named, mapped];
  });
  // fromEntries defines fields, so that one named __proto__ does not set the prototype.
  return changed ? (Object.fromEntries(entries) as JsonObject) : value;
}

function items(value: Json[], map: (item: Json) => Json): Json[] {
  const mapped = value.map(map);
  return mapped.some((item, index) => item !== value[index]) ? mapped : value;
}
