// SHA-256 of canonical JSON (RFC 8785): equal values have equal hashes, whatever their key order.
import { createHash, createHmac } from "node:crypto";
import { canonicalJson } from "#shared/canonical.ts";
import type { Hasher } from "../core/ports.ts";

export const hasher: Hasher = {
  hash: (value) => createHash("sha256").update(canonicalJson(value), "utf8").digest("hex"),
};

/** As `hasher`, but an HMAC: hashes cannot be forged or guessed without the key. */
export const keyedHasher = (key: string): Hasher => ({
  hash: (value) => createHmac("sha256", key).update(canonicalJson(value), "utf8").digest("hex"),
});
