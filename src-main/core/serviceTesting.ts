// Shared by tests of several services.
import { createHash } from "node:crypto";
import { canonicalJson } from "#shared/canonical.ts";
import type { Hasher } from "./ports.ts";

/** The same hash as in the app. */
export const hasher: Hasher = {
  hash: (value) => createHash("sha256").update(canonicalJson(value)).digest("hex"),
};
