// The key by which Countersign marks what the user has approved and what lies in files that others may write: in the key
// store, or in a file of its own where the system has none.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { z } from "zod";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { Secrets } from "../../services/ports.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

const NAME = "own-key";
const KEY_BYTES = 32;

/** Where it is lost, or cannot be kept, all of that is asked about once more. */
export function openOwnKey(
  profile: string,
  secrets: Secrets,
  fault: (failure: Failure) => void,
): string {
  const kept = secrets.get(NAME);
  if (kept !== null) return kept;
  const made = randomBytes(KEY_BYTES).toString("hex");
  if (secrets.storage === "encrypted") {
    const set = secrets.set(NAME, made);
    if (!set.ok) fault(set.failure);
    return made;
  }
  const file = path.join(profile, "own-key.json");
  const read = readJson<string | null>(
    file,
    z
      .string()
      .length(2 * KEY_BYTES)
      .nullable(),
    null,
  );
  read.faults.forEach(fault);
  if (read.value !== null) return read.value;
  const written = writeJson(file, made);
  if (!written.ok) fault(written.failure);
  return made;
}
