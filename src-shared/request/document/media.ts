// Media are passed by reference: the base64 text stays in main, once, by its SHA-256.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { Failure, Outcome } from "../../outcome.ts";
import { fail, ok } from "../../outcome.ts";
import { cutOff, isDeeperThan, MAX_DEPTH } from "../checks/depth.ts";

/** `countersign-media:` and the SHA-256 (hex) of the base64 text exactly as the server sent it. */
export type MediaRef = `countersign-media:${string}`;
export const MEDIA_PREFIX = "countersign-media:";

/** Facts about a medium, without its data. `bytes` counts decoded bytes. */
export interface MediaFacts {
  ref: MediaRef;
  bytes: number;
  /** The type recognised from the bytes, if any. */
  sniffed?: string;
  /** False when the text is not base64: it is stored unchanged and cannot be shown. */
  validBase64: boolean;
  /** Not valid base64, but `mendBase64` can fix it. */
  mendable?: true;
}

export function isMediaRef(value: unknown): value is MediaRef {
  return typeof value === "string" && /^countersign-media:[0-9a-f]{64}$/.test(value);
}

/**
 * Maps the `data` of a content block or the `blob` of a resource: references are recognised nowhere else. `medium` is
 * true where the protocol has base64: in an image, audio or embedded resource.
 */
type Visit = (text: string, medium: boolean) => string;

/**
 * `params` (or a result) with the base64 text of every image, audio and embedded resource replaced by the reference
 * that `put` returns. A text that merely looks like a reference in the `data` of another kind of block is replaced
 * too, so that a server can never name a medium that it did not send; elsewhere it is ordinary text. Values nested
 * deeper than 200 levels are cut; `readRequest` refuses such a request.
 */
export function externalise(params: Json, put: (base64: string) => MediaRef): Json {
  return inDocument(params, (text, medium) => (medium || isMediaRef(text) ? put(text) : text));
}

/**
 * The reverse of `externalise`. Fails with `not-found media` when `text` does not know a reference or the value is
 * nested too deep.
 */
export function internalise(
  value: Json,
  text: (ref: MediaRef) => string | null,
): Outcome<Json, Failure> {
  if (isDeeperThan(value, MAX_DEPTH)) return fail({ kind: "not-found", what: "media" });
  let unknown = false;
  const whole = inDocument(value, (string) => {
    if (!isMediaRef(string)) return string;
    const held = text(string);
    if (held === null) unknown = true;
    return held ?? string;
  });
  return unknown ? fail({ kind: "not-found", what: "media" }) : ok(whole);
}

/** Every reference in `value` once, in order: a document, or a message with a document as a field. */
export function mediaRefs(value: Json): MediaRef[] {
  const found = collector();
  inDocument(value, found.visit);
  if (isJsonObject(value)) {
    for (const field of Object.values(value)) {
      if (isJsonObject(field)) inDocument(field, found.visit);
    }
  }
  return [...found.refs];
}

/** Every reference in one content block, once, in order. */
export function blockMediaRefs(block: Json): MediaRef[] {
  const found = collector();
  inBlock(block, 1, found.visit);
  return [...found.refs];
}

function collector(): { refs: Set<MediaRef>; visit: Visit } {
  const refs = new Set<MediaRef>();
  return {
    refs,
    visit(text) {
      if (isMediaRef(text)) refs.add(text);
      return text;
    },
  };
}

/**
 * Content blocks are in `messages[].content` of a request, and in `content` of a result, which is the document or its
 * `result`.
 */
function inDocument(value: Json, visit: Visit, level = 1): Json {
  return mapMembers(value, level, (item, depth, key) => {
    if (key === "content") return inContent(item, depth, visit);
    if (key === "result" && level === 1 && isJsonObject(item))
      return inDocument(item, visit, depth);
    if (key !== "messages" || !Array.isArray(item)) return passed(item, depth);
    return mapMembers(item, depth, (message, inner) =>
      mapMembers(message, inner, (field, innermost, name) =>
        name === "content" ? inContent(field, innermost, visit) : passed(field, innermost),
      ),
    );
  });
}

/** `value` is one block or a list of them. */
function inContent(value: Json, depth: number, visit: Visit): Json {
  return Array.isArray(value)
    ? mapMembers(value, depth, (block, inner) => inBlock(block, inner, visit))
    : inBlock(value, depth, visit);
}

function inBlock(value: Json, depth: number, visit: Visit): Json {
  if (!isJsonObject(value)) return passed(value, depth);
  const { type } = value;
  return mapMembers(value, depth, (item, inner, key) => {
    if (key === "data" && typeof item === "string") return visit(item, isMediaKind(type));
    if (type === "tool_result" && key === "content") return inContent(item, inner, visit);
    if (type === "resource" && key === "resource") return inResource(item, inner, visit);
    return passed(item, inner);
  });
}

const isMediaKind = (type: unknown): boolean => type === "image" || type === "audio";

/** An embedded resource has its bytes in `blob` (all versions, "EmbeddedResource"). */
function inResource(value: Json, depth: number, visit: Visit): Json {
  return mapMembers(value, depth, (item, inner, key) =>
    key === "blob" && typeof item === "string" ? visit(item, true) : passed(item, inner),
  );
}

/** The value without blocks: unchanged, unless it is too deep. */
const passed = (value: Json, depth: number): Json =>
  mapMembers(value, depth, (item, inner) => passed(item, inner));

/**
 * The container with each field or item mapped, or the same object when none changed, so that a request of many
 * megabytes is not copied for one image. `depth` is the container's own level.
 */
function mapMembers(
  value: Json,
  depth: number,
  map: (item: Json, depth: number, key: string) => Json,
): Json {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return cutOff();
  if (Array.isArray(value)) {
    const items = value.map((item) => map(item, depth + 1, ""));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let changed = false;
  const members = Object.entries(value).map(([key, item]): [string, Json | undefined] => {
    const mapped = item === undefined ? item : map(item, depth + 1, key);
    changed ||= mapped !== item;
    return [key, mapped];
  });
  // fromEntries defines fields, so that one named __proto__ does not set the prototype.
  return changed ? (Object.fromEntries(members) as JsonObject) : value;
}

/** A medium added to the request; `type` is detected from its bytes. */
export interface OwnMedium {
  facts: MediaFacts;
  type: string | null;
}
