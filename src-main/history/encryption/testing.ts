// Shared by tests of several stores.
import type { Failure, Outcome } from "#shared/outcome.ts";
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

/** Brings a ledger of an earlier version into this one's layout. */
export function convertLayout(file: string): Outcome<null, Failure> {
  const files = [{ file, before: null, after: null, verified: true }];
  for (const steps = convertJob({ kind: "convert", files }); ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export const settledInPlace = (
  files: TextFiles,
  encrypted: boolean,
  secrets: Secrets,
): Promise<LedgerKey> => settleEncryption(files, encrypted, secrets, convertHere);
