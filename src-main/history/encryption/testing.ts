// Shared by tests of several stores.
import type { Secrets } from "../../profile/encryption/secrets.ts";
import { convertJob } from "./conversion.ts";
import { settleEncryption } from "./encryption.ts";
import type { Convert, LedgerKey, TextFiles } from "./encryption.ts";

/** Converts files synchronously on this thread. */
export const convertHere: Convert = async (files) => {
  for (const steps = convertJob({ kind: "convert", files }); ;) {
    const step = steps.next();
    if (step.done === true) return Promise.resolve(step.value);
  }
};

export const settledInPlace = (
  files: TextFiles,
  encrypted: boolean,
  secrets: Secrets,
): Promise<LedgerKey> => settleEncryption(files, encrypted, secrets, convertHere);
