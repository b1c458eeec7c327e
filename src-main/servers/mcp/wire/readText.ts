// Everything that is computed from a large message, on whichever thread: it is counted, parsed, checked for rounded
// numbers and hashed, with its media.
import { createHash } from "node:crypto";
import { canonicalJson } from "#shared/canonical.ts";
import { isJsonObject, jsonIn } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import { roundedNumbers } from "#shared/rounded.ts";
import { hasField, isDeeperThan, MAX_DEPTH } from "#shared/request/checks/depth.ts";
import { externalise } from "#shared/request/document/media.ts";
import type { ReadMedium } from "../../../core/ports.ts";
import type { ReadText, ValuesMax } from "../../../core/textPorts.ts";
import { SAMPLING_METHOD } from "./envelope.ts";
import { peek } from "./peek.ts";

/** How much of a large message is shown. */
export const HEAD_CHARACTERS = 16 * 1024;

/**
 * Null for what can't be sent between threads: it is nested too deeply, or has a field that could be lost.
 * @param readMedium computes the facts about a medium from its text
 */
export function readText(
  chunks: readonly Uint8Array[],
  values: ValuesMax,
  readMedium: (text: string) => ReadMedium,
): ReadText | null {
  const text = decodeLine(chunks);
  if (text.trim() === "") return { kind: "blank" };
  const head = text.slice(0, HEAD_CHARACTERS);
  const peeked = peek(text);
  const most = peeked.method === SAMPLING_METHOD ? values.sampling : values.other;
  if (peeked.values > most) return { kind: "oversized", peeked, head };
  const raw = jsonIn(text);
  if (raw === undefined) return { kind: "rubbish", text };
  if (isDeeperThan(raw, MAX_DEPTH) || hasField(raw, "__proto__")) return null;
  return {
    kind: "message",
    raw,
    head,
    rounded: roundedNumbers(text),
    ...samplingDigest(raw, readMedium),
  };
}

/** One line without its end; invalid UTF-8 becomes U+FFFD. */
export function decodeLine(chunks: readonly Uint8Array[]): string {
  const [first] = chunks;
  const whole = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
  const text = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString("utf8");
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

/**
 * For a sampling request: the hash of its `params` with media replaced by references, as the desk computes it, and
 * these media.
 */
function samplingDigest(
  raw: unknown,
  readMedium: (text: string) => ReadMedium,
): { paramsHash?: string; media?: ReadMedium[] } {
  if (!isJsonObject(raw) || raw["method"] !== SAMPLING_METHOD || raw["params"] === undefined)
    return {};
  const params: Json = raw["params"];
  const media: ReadMedium[] = [];
  const asked = externalise(params, (text) => {
    const medium = readMedium(text);
    media.push(medium);
    return medium.facts.ref;
  });
  const paramsHash = createHash("sha256").update(canonicalJson(asked), "utf8").digest("hex");
  return { paramsHash, ...(media.length === 0 ? {} : { media }) };
}
