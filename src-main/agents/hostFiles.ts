// Replaces hosts' config files atomically, with a backup of the old content. A symbolic link remains one.
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, readFile, realpath, stat } from "node:fs/promises";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { writeText } from "../profile/jsonFile.ts";

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Fails if the file is not UTF-8, since it could not be written back unchanged. */
async function readWhole(file: string): Promise<{ text: string; hash: string }> {
  const bytes = await readFile(file);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  return { text, hash: hashOf(bytes) };
}

/** A copy that an earlier try has left is as good as a new one, and anything else is in the way. */
async function copyOnce(file: string, backup: string, hash: string): Promise<void> {
  const kept = await readWhole(backup).catch(() => null);
  if (kept?.hash !== hash) await copyFile(file, backup, constants.COPYFILE_EXCL);
}

export type HostFiles = typeof hostFiles;

export const hostFiles = {
  async read(file: string): Promise<Outcome<{ text: string; hash: string }, Failure>> {
    try {
      return ok(await readWhole(file));
    } catch (error) {
      return fail({ kind: "config-unreadable", file, detail: String(error) });
    }
  },
  /**
   * Replaces the content that has `hash` by `text`; fails as `stale` if it has changed. `backup`: copies the old file
   * there first. Returns the new hash.
   */
  async replace(
    file: string,
    hash: string,
    text: string,
    backup: string | null,
  ): Promise<Outcome<string, Failure>> {
    try {
      const target = await realpath(file);
      if ((await readWhole(target)).hash !== hash) return fail({ kind: "stale" });
      const { mode } = await stat(target);
      if (backup !== null) await copyOnce(target, backup, hash);
      const written = writeText(target, text, mode & 0o777);
      if (written.ok) return ok(hashOf(Buffer.from(text, "utf8")));
      return fail({ kind: "host-file-not-written", file, detail: written.failure.kind });
    } catch (error) {
      return fail({ kind: "host-file-not-written", file, detail: String(error) });
    }
  },
};
