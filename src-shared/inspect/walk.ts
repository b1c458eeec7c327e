// Every text of a document, with its place and who speaks in it; images, sounds and other bytes are left out.
import type { Json } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { MEDIA_PREFIX } from "../sampling/media.ts";
import type { Path } from "../sampling/flag.ts";

/** Whose words a text is, as far as its place tells. */
export type Voice = "system" | "user" | "assistant" | "tool-result" | "tools" | "other";

export interface Text {
  text: string;
  path: Path;
  /** The name of a member. */
  inName?: true;
  voice: Voice;
}

/** Members that hold bytes: of images and sounds, of embedded resources. */
const BYTES: ReadonlySet<string> = new Set(["data", "blob"]);

/** All strings of `document` in its order, a member's name before its value. */
export function* textsOf(document: Json): Generator<Text> {
  interface Open {
    value: Json | undefined;
    path: Path;
    voice: Voice;
  }
  // A stack, not recursion: this also reads what a model made, however deep.
  const open: (Open | Text)[] = [{ value: document, path: [], voice: "other" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ("text" in next) {
      yield next;
      continue;
    }
    const { value, path, voice } = next;
    if (typeof value === "string") {
      if (!value.startsWith(MEDIA_PREFIX)) yield { text: value, path, voice };
      continue;
    }
    if (typeof value !== "object" || value === null) continue;
    const inside: (Open | Text)[] = [];
    const own = voiceOf(value, voice);
    for (const [key, item] of Object.entries(value)) {
      const isItem = Array.isArray(value);
      const at: Path = [...path, isItem ? Number(key) : key];
      if (!isItem) inside.push({ text: key, path: at, inName: true, voice: own });
      if (!isBytes(value, key, item)) {
        inside.push({ value: item, path: at, voice: path.length === 0 ? rootVoice(key) : own });
      }
    }
    for (let i = inside.length - 1; i >= 0; i -= 1) {
      const item = inside[i];
      if (item !== undefined) open.push(item);
    }
  }
}

/** Base64 beside a MIME type is a medium; anything else that is called `data` is text like other text. */
const isBytes = (holder: object, key: string, item: Json | undefined): boolean =>
  typeof item === "string" &&
  BYTES.has(key) &&
  "mimeType" in holder &&
  /^[A-Za-z0-9+/=_\s-]*$/.test(item);

function rootVoice(key: string): Voice {
  if (key === "systemPrompt") return "system";
  return key === "tools" ? "tools" : "other";
}

function voiceOf(value: object, outer: Voice): Voice {
  if (!isJsonObject(value)) return outer;
  if (value["type"] === "tool_result") return "tool-result";
  if (outer !== "other") return outer;
  return value["role"] === "user" || value["role"] === "assistant" ? value["role"] : outer;
}
