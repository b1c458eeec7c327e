// A short name for a text: the beginning of its SHA-256. A filter can ask for "this very system prompt" by it.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * 64 bits. A rule may allow what has this name, so nobody must be able to write another text of the same one: that
 * takes 2^64 tries, and what two texts of an attacker's own have in common matters to no rule.
 */
const LENGTH = 16;
/** The same few texts come again and again. */
const KEPT_MOST = 64;
const kept = new Map<string, string>();

/** 16 hex digits of the SHA-256 of the text in UTF-8; an empty text has no name. */
export function shortHash(text: string): string | null {
  if (text === "") return null;
  const known = kept.get(text);
  if (known !== undefined) return known;
  const made = bytesToHex(sha256(utf8ToBytes(text))).slice(0, LENGTH);
  if (kept.size >= KEPT_MOST) kept.clear();
  kept.set(text, made);
  return made;
}
