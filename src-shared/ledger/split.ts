// Splits an event into facts, which stay in the chain forever, and content, which can be deleted; and joins them
// again.
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Facts } from "./facts.ts";
import { factsOf } from "./rowKinds.ts";

export interface Parts {
  facts: JsonObject;
  /** Null if the event has no content. */
  content: Json;
}

/** Columns of a row that are also fields of the event. */
export interface Columns {
  kind: string;
  atMs: number;
}

/** Splits an event's body. Fields that equal a column are left out. */
export function split({ kind, atMs }: Columns, body: JsonObject): Parts {
  const columns: JsonObject = { kind, atMs };
  const own = Object.entries(body).filter(
    ([name, item]) => !Object.hasOwn(columns, name) || item !== columns[name],
  );
  const { facts, content } = parted(Object.fromEntries(own) as JsonObject, factsOf(kind));
  return { facts: isJsonObject(facts) ? facts : {}, content: content ?? null };
}

/**
 * Joins the parts again, with the row's kind and time. `content` is null if there was none or if it was deleted; its
 * fields are absent then.
 */
export function join({ kind, atMs }: Columns, facts: JsonObject, content: Json): JsonObject {
  const whole = content === null ? facts : merged(facts, content);
  return { kind, atMs, ...(isJsonObject(whole) ? whole : {}) };
}

/** `undefined`: the part is absent. */
interface Parted {
  facts: Json | undefined;
  content: Json | undefined;
}

function parted(value: Json, allowed: Facts | undefined): Parted {
  if (allowed === true) return { facts: value, content: undefined };
  if (allowed === undefined) return { facts: undefined, content: value };
  if (isList(allowed)) return partedList(value, allowed[0]);
  if (typeof allowed === "function") {
    return parted(value, isJsonObject(value) ? allowed(value) : undefined);
  }
  if (!isJsonObject(value)) return { facts: undefined, content: value };
  const facts: [string, Json][] = [];
  const content: [string, Json][] = [];
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const parts = parted(item, Object.hasOwn(allowed, name) ? allowed[name] : undefined);
    if (parts.facts !== undefined) facts.push([name, parts.facts]);
    if (parts.content !== undefined) content.push([name, parts.content]);
  }
  return {
    facts: Object.fromEntries(facts) as JsonObject,
    content: content.length === 0 ? undefined : (Object.fromEntries(content) as JsonObject),
  };
}

const isList = (allowed: Exclude<Facts, true>): allowed is readonly [Facts] =>
  Array.isArray(allowed);

/** Items keep their index in both lists; null where an item is entirely in the other list. */
function partedList(value: Json, allowed: Facts | undefined): Parted {
  if (!Array.isArray(value)) return { facts: undefined, content: value };
  const parts = value.map((item) => parted(item, allowed));
  const whole = parts.every(({ content }) => content === undefined);
  return {
    facts: parts.map(({ facts }) => facts ?? null),
    content: whole ? undefined : parts.map(({ content }) => content ?? null),
  };
}

function merged(facts: Json | undefined, content: Json | undefined): Json {
  if (facts === undefined) return content ?? null;
  if (content === undefined) return facts;
  if (Array.isArray(facts) && Array.isArray(content)) {
    return facts.map((item, index) => mergedItem(item, content[index]));
  }
  if (!isJsonObject(facts) || !isJsonObject(content)) return facts;
  const whole = new Map(Object.entries(facts));
  for (const [name, item] of Object.entries(content)) {
    whole.set(name, whole.has(name) ? merged(whole.get(name), item) : item);
  }
  // fromEntries creates own properties, so a field named __proto__ is harmless.
  return Object.fromEntries(whole) as JsonObject;
}

function mergedItem(facts: Json, content: Json | undefined): Json {
  if (facts === null) return content ?? null;
  return content === null || content === undefined ? facts : merged(facts, content);
}
