// SHA-256 over the canonical JSON of a value (RFC 8785): equal content, equal hash, whatever the key order.
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { Hasher } from "../desk/ports.ts";

export const hasher: Hasher = {
  hash(value) {
    const canonical = canonicalize(value) ?? "null";
    return createHash("sha256").update(canonical, "utf8").digest("hex");
  },
};
