// The key with which Countersign authenticates approvals in files that other programs can write: stored in the
// keychain, or in a file where there is none.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { z } from "zod";
import type { Failure } from "#shared/outcome.ts";
import type { Secrets } from "./secrets.ts";
import { readJson, writeJson } from "../jsonFile.ts";

const NAME = "own-key";
const KEY_BYTES = 32;

/** The key. If it is lost or cannot be stored, the user is asked for those approvals again. */
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
