// Media travel by reference: the base64 text of an image or sound stays in main, once, by its SHA-256.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { Failure, Outcome } from "../../outcome.ts";
import { fail, ok } from "../../outcome.ts";
import { cutOff, isDeeperThan, MAX_DEPTH } from "../checks/depth.ts";
import type { Pixels } from "./pixels.ts";

/** `countersign-media:` and the SHA-256 (hex) of the base64 text exactly as the server sent it. */
export type MediaRef = `countersign-media:${string}`;
export const MEDIA_PREFIX = "countersign-media:";

/** What is known of one medium without holding it. `bytes` counts decoded bytes. */
export interface MediaFacts {
  ref: MediaRef;
  bytes: number;
  /** The type that the bytes themselves show, when recognised. */
  sniffed?: string;
  /** The size of an image, where its first bytes show it. */
  pixels?: Pixels;
  /** False when the text is not base64: then it is kept as it came and cannot be shown. */
  validBase64: boolean;
  /** True when it is not base64 as the protocol wants it, but can be made so without guessing: see `mendBase64`. */
  mendable?: true;
}

export function isMediaRef(value: unknown): value is MediaRef {
  return typeof value === "string" && /^countersign-media:[0-9a-f]{64}$/.test(value);
}

/**
 * What is done with the `data` of a content block or the `blob` of a resource, the only places where a reference
 * means anything. `medium` is true where these hold base64: for an image, a sound, an embedded resource.
 */
type Visit = (text: string, medium: boolean) => string;

/**
 * `params` (or a result) with the base64 text of every image, sound and embedded resource replaced by
 * what `put` gives for it, whatever its length. What merely looks like a reference in the `data` of another
 * kind of block is put too, so that a server can never name a medium that it did not send; anywhere else it is
 * an ordinary text and stays one.
 * What nests deeper than 200 levels is cut off; `readRequest` refuses such a request.
 */
export function externalise(params: Json, put: (base64: string) => MediaRef): Json {
  return inDocument(params, (text, medium) => (medium || isMediaRef(text) ? put(text) : text));
}

/**
 * The reverse: every reference in such a place is replaced by its text. Fails with `not-found media`
 * when `text` does not know one, or where the value nests too deep for all of them to be found: nothing is cut.
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

/** Every reference in `value`, once each, in order: of a document, or of a message that holds one. */
export function mediaRefs(value: Json): MediaRef[] {
  const found = collector();
  inDocument(value, found.visit);
  if (isJsonObject(value)) {
    for (const member of Object.values(value)) {
      if (isJsonObject(member)) inDocument(member, found.visit);
    }
  }
  return [...found.refs];
}

/** The same for one content block. */
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

/** Content blocks stand in `messages[].content` of a request and in `content` of a result. */
function inDocument(value: Json, visit: Visit): Json {
  return mapMembers(value, 1, (item, depth, key) => {
    if (key === "content") return inContent(item, depth, visit);
    if (key !== "messages" || !Array.isArray(item)) return passed(item, depth);
    return mapMembers(item, depth, (message, inner) =>
      mapMembers(message, inner, (member, innermost, name) =>
        name === "content" ? inContent(member, innermost, visit) : passed(member, innermost),
      ),
    );
  });
}

/** One block or a list of them. */
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

/** An embedded resource holds its bytes in `blob` (all revisions, "EmbeddedResource"). */
function inResource(value: Json, depth: number, visit: Visit): Json {
  return mapMembers(value, depth, (item, inner, key) =>
    key === "blob" && typeof item === "string" ? visit(item, true) : passed(item, inner),
  );
}

/** What holds no block is passed on as it is, unless it is too deep. */
const passed = (value: Json, depth: number): Json =>
  mapMembers(value, depth, (item, inner) => passed(item, inner));

/**
 * The container with each member mapped, or the very same one when no member changed: a request of
 * many megabytes is not copied for one image. `depth` is the container's own level.
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
  // fromEntries defines members, so a member called __proto__ stays an ordinary one.
  return changed ? (Object.fromEntries(members) as JsonObject) : value;
}
