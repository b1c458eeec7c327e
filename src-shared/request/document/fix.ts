// Fixes for flags that can be resolved in one step, without guessing, as pure functions.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { Flag, Path } from "./flag.ts";
import type { MediaFacts } from "./media.ts";
import type { RequestDocument, ResponseDocument } from "./message.ts";

/**
 * `word` is the value or name shown to the user. For `mend-base64` the bytes are fixed first, under a new reference.
 */
export type FlagFix =
  | { kind: "set-type"; word: string }
  | { kind: "fix-base64"; ref: string }
  | { kind: "set-number"; word: string }
  | { kind: "remove-member"; word: string }
  | { kind: "remove-value" };

/** The fix for a flag; null where the user has to decide what is right. */
export function fixOf(flag: Flag, document: Json, media: readonly MediaFacts[]): FlagFix | null {
  switch (flag.code) {
    case "mime-mismatch":
      return flag.detail === undefined ? null : { kind: "set-type", word: flag.detail };
    case "base64-broken": {
      const ref = valueAt(document, flag.path);
      const facts = media.find((one) => one.ref === ref);
      return facts?.mendable === true ? { kind: "fix-base64", ref: facts.ref } : null;
    }
    case "priority-out-of-range": {
      const value = valueAt(document, flag.path);
      return typeof value === "number" ? { kind: "set-number", word: value > 1 ? "1" : "0" } : null;
    }
    case "max-tokens-above-asked":
      return flag.detail === undefined ? null : { kind: "set-number", word: flag.detail };
    case "extra-member":
    case "not-in-dialect":
      return { kind: "remove-member", word: String(flag.path.at(-1) ?? "") };
    case "include-context-unknown":
      return { kind: "remove-value" };
    default:
      return null;
  }
}

/**
 * The document with the fix applied. `newRef` refers to the fixed base64; an image that turns out to be audio, or the
 * reverse, changes its block type along with its MIME type.
 */
export function withFix<D extends RequestDocument | ResponseDocument>(
  document: D,
  flag: Flag,
  step: FlagFix,
  newRef?: string,
): D {
  const place = flag.path;
  switch (step.kind) {
    case "set-type":
      return changeAt(document, place.slice(0, -1), (block) => withType(block, step.word));
    case "fix-base64":
      return newRef === undefined ? document : changeAt(document, place, () => newRef);
    case "set-number":
      return changeAt(document, place, () => Number(step.word));
    case "remove-member":
    case "remove-value":
      return changeAt(document, place.slice(0, -1), (holder) => without(holder, place.at(-1)));
  }
}

function withType(block: Json | undefined, mimeType: string): Json | undefined {
  if (!isJsonObject(block)) return block;
  const kind = mimeType.split("/")[0] ?? "";
  const isMedium = block["type"] === "image" || block["type"] === "audio";
  return { ...block, ...(isMedium ? { type: kind } : {}), mimeType };
}

function without(holder: Json | undefined, key: string | number | undefined): Json | undefined {
  if (!isJsonObject(holder)) return holder;
  return Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key)) as JsonObject;
}

/** The value at a path, undefined when there is none. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let at = value;
  for (const step of path) {
    if (Array.isArray(at) && typeof step === "number") at = at[step];
    else if (isJsonObject(at) && typeof step === "string" && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** A copy in which only the containers along the path are new; unchanged when the path does not exist. */
export function changeAt<T extends Json>(
  value: T,
  path: Path,
  change: (value: Json | undefined) => Json | undefined,
): T {
  // The cast holds as long as `change` keeps the type of a document at an empty path.
  return at(value, path, change) as T;
}

function at(
  value: Json | undefined,
  path: Path,
  change: (value: Json | undefined) => Json | undefined,
): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value) && typeof step === "number") {
    return value.map((item, i) => (i === step ? (at(item, rest, change) ?? null) : item));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === step ? at(item, rest, change) : item]),
  ) as JsonObject;
}
