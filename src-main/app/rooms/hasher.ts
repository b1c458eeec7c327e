// SHA-256 over the canonical JSON of a value (RFC 8785): equal content, equal hash, whatever the key order.
import { createHash, createHmac } from "node:crypto";
import { canonicalJson } from "../../../src-shared/canonical.ts";
import type { Hasher } from "../../desk/ports.ts";

export const hasher: Hasher = {
  hash: (value) => createHash("sha256").update(canonicalJson(value), "utf8").digest("hex"),
};

/** The same with a key (HMAC): nobody without it can make such a hash. */
export const keyedHasher = (key: string): Hasher => ({
  hash: (value) => createHmac("sha256", key).update(canonicalJson(value), "utf8").digest("hex"),
});
