// Iterates over every text of a document, with its place and speaker; skips images, audio and resources, which are
// references.
import type { Json } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import { mediaRefs } from "../../request/document/media.ts";
import type { Path } from "../../request/document/flag.ts";
import { promptBlocks } from "./saidTwice.ts";

/** The speaker of a text, as far as its place tells. */
export type Voice = "system" | "user" | "assistant" | "tool-result" | "tools" | "other";

export interface Text {
  text: string;
  path: Path;
  /** The text is a field's name. */
  inName?: true;
  voice: Voice;
}

/**
 * All strings of `document` in order, a field's name before its value. Skips only real media references, which are
 * hashes, and what is said twice (`promptBlocks`); text that merely looks like bytes or a reference reaches a model and
 * is scanned.
 */
export function* textsOf(document: Json): Generator<Text> {
  interface Open {
    value: Json | undefined;
    path: Path;
    voice: Voice;
  }
  const refs: ReadonlySet<string> = new Set(mediaRefs(document));
  const twice = promptBlocks(document);
  // Not recursive, as a model's output may be nested to any depth.
  const open: (Open | Text)[] = [{ value: document, path: [], voice: "other" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ("text" in next) {
      yield next;
      continue;
    }
    const { value, path, voice } = next;
    if (typeof value === "string") {
      if (!refs.has(value)) yield { text: value, path, voice };
      continue;
    }
    if (typeof value !== "object" || value === null) continue;
    const inside: (Open | Text)[] = [];
    const own = voiceOf(value, voice);
    for (const [key, item] of Object.entries(value)) {
      const isItem = Array.isArray(value);
      const at: Path = [...path, isItem ? Number(key) : key];
      if (!isItem) inside.push({ text: key, path: at, inName: true, voice: own });
      if (key === "text" && twice.has(value)) continue;
      inside.push({ value: item, path: at, voice: path.length === 0 ? rootVoice(key) : own });
    }
    for (let i = inside.length - 1; i >= 0; i -= 1) {
      const item = inside[i];
      if (item !== undefined) open.push(item);
    }
  }
}

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
