// What tests of several services need.
import { createHash } from "node:crypto";
import { canonicalJson } from "../../src-shared/canonical.ts";
import type { Hasher } from "../desk/ports.ts";

/** As the app hashes. */
export const hasher: Hasher = {
  hash: (value) => createHash("sha256").update(canonicalJson(value)).digest("hex"),
};
