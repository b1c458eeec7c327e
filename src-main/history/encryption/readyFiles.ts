// Before the ledger is opened: encrypts or decrypts the profile's files as set by the user, and brings a ledger of an
// earlier version into this one's layout, in a thread, with progress.
import path from "node:path";
import type { Preparing } from "#shared/contract/machine.ts";
import { fail } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import type { Settings } from "#shared/settings/settings.ts";
import { FileJobThread } from "../fileJobs.ts";
import type { Secrets } from "../../profile/encryption/secrets.ts";
import { sizeOf } from "./encrypted.ts";
import { settleEncryption } from "./encryption.ts";
import type { Convert, LedgerKey } from "./encryption.ts";

export interface ReadyFiles extends LedgerKey {
  /** The ledger's file. */
  ledger: string;
}

export interface ReadyFilesDeps {
  profile: string;
  /** The folder of the built entries. */
  entries: string;
  secrets: Secrets;
  settings: Pick<Settings, "encryptLedger">;
  /** The app quits: conversion is cancelled and the files stay as they were. */
  ending: AbortSignal;
  preparing(preparing: Preparing): void;
  fault(failure: Failure): void;
}

/** Prepares the files; none of them may be open. */
export async function readyFiles(deps: ReadyFilesDeps): Promise<ReadyFiles> {
  const { profile, settings, secrets, fault } = deps;
  const inProfile = (name: string): string => path.join(profile, name);
  const ledger = inProfile("ledger.db");
  const ready = await settleEncryption(
    { ledger, index: inProfile("history.db"), drafts: inProfile("drafts.db") },
    settings.encryptLedger,
    secrets,
    converter(deps),
  );
  if (ready.failure !== null && ready.failure.kind !== "cancelled") fault(ready.failure);
  return { ...ready, ledger };
}

function converter({ entries, settings, ending, preparing }: ReadyFilesDeps): Convert {
  return async (files) => {
    if (ending.aborted) return fail({ kind: "cancelled" });
    const isLayout = files.every(({ before, after }) => before === after);
    const what = isLayout ? "update" : settings.encryptLedger ? "encrypt" : "decrypt";
    const jobs = new FileJobThread(path.join(entries, "files.js"));
    const cancel = (): void => jobs.cancel();
    ending.addEventListener("abort", cancel);
    const told = (done: number, total: number): void =>
      preparing({ what, done, total: Math.max(1, total) });
    told(
      0,
      files.reduce((bytes, { file }) => bytes + sizeOf(file), 0),
    );
    const done = await jobs.run({ kind: "convert", files }, ({ done, total }) => told(done, total));
    ending.removeEventListener("abort", cancel);
    return done.ok ? done : fail(asTold(done.failure, what));
  };
}

/** Adds to the failure which conversion failed. */
function asTold(failure: Failure, what: Preparing["what"]): Failure {
  const isOfIt = failure.kind === "ledger-no-room" || failure.kind === "ledger-not-converted";
  return isOfIt ? { ...failure, what } : failure;
}
