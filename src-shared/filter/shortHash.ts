// A short identifier of a text: the start of its SHA-256. Lets filters match a particular system prompt.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * 64 bits. Rules can allow a text by this hash, so finding a second text with the same hash must be infeasible (2^64
 * attempts). Collisions between two texts of an attacker do not matter.
 */
const LENGTH = 16;
/** Cache, because the same few texts recur. */
const KEPT_MOST = 64;
const kept = new Map<string, string>();

/** The first 16 hex digits of the SHA-256 of the text in UTF-8; null for an empty text. */
export function shortHash(text: string): string | null {
  if (text === "") return null;
  const known = kept.get(text);
  if (known !== undefined) return known;
  const made = bytesToHex(sha256(utf8ToBytes(text))).slice(0, LENGTH);
  if (kept.size >= KEPT_MOST) kept.clear();
  kept.set(text, made);
  return made;
}
