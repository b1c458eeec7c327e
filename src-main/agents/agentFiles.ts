// The config files of hosts and agents: replaced atomically, with a backup of the old content. A symbolic link remains one.
// Those of agents may not exist yet, and are watched.
import { createHash } from "node:crypto";
import { constants, lstatSync, mkdirSync, realpathSync, watch } from "node:fs";
import { copyFile, readFile, realpath, rm, stat } from "node:fs/promises";
import path from "node:path";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { writeText } from "../profile/jsonFile.ts";
import { openRegular } from "../profile/regularFile.ts";

/** Larger files are no configs; even Claude Code's, which includes its history, is far smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What setting up one door of an agent, or undoing that, makes of one file. */
export interface DoorPlan {
  /** Null: the file is removed. */
  text: string | null;
  /** Where the file as it was is copied to; null if it is not. */
  backup: string | null;
  /** Ids of ours in the text, which are no secrets. */
  ids: readonly string[];
  /** Masks secrets that only this door knows, in the text of before and after. */
  hide(whole: string): string;
}

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

/** Files that exist. */
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

export type AgentFiles = typeof agentFiles;

/** Null stands for a file that does not exist. A symbolic link remains one. */
export const agentFiles = {
  async read(file: string): Promise<Outcome<{ text: string; hash: string } | null, Failure>> {
    try {
      const handle = await openRegular(file);
      try {
        const { size } = await handle.stat();
        if (size > MAX_BYTES) throw new Error(`${size} bytes`);
        const bytes = await handle.readFile();
        // What is not UTF-8 could not be written back unchanged.
        const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
        return ok({ text, hash: hashOf(bytes) });
      } finally {
        await handle.close();
      }
    } catch (error) {
      // A link that leads nowhere is not: what was written there would take its place.
      const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
      const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
      if (isAbsent && !isLink) return ok(null);
      return fail({ kind: "config-unreadable", file, detail: String(error) });
    }
  },

  /**
   * Replaces the content that has `hash` by `text`; fails as `stale` if it has changed. `backup`: copies the old file
   * there first. Returns the new hash.
   */
  async replace(
    file: string,
    hash: string | null,
    text: string | null,
    backup: string | null,
  ): Promise<Outcome<string | null, Failure>> {
    const now = await agentFiles.read(file);
    if (!now.ok) return now;
    if ((now.value?.hash ?? null) !== hash) return fail({ kind: "stale" });
    if (hash !== null && text !== null) return hostFiles.replace(file, hash, text, backup);
    try {
      if (text === null) {
        await rm(file, { force: true });
        return ok(null);
      }
      mkdirSync(path.dirname(file), { recursive: true });
      const written = writeText(file, text);
      if (!written.ok)
        return fail({ kind: "host-file-not-written", file, detail: written.failure.kind });
      return ok(hashOf(Buffer.from(text, "utf8")));
    } catch (error) {
      return fail({ kind: "host-file-not-written", file, detail: String(error) });
    }
  },

  /** Calls `changed` when something happens to one of the files; returns how to stop that. */
  watch(files: readonly string[], changed: () => void): () => void {
    const folders = new Map<string, Set<string>>();
    for (const file of files.flatMap((one) => [one, realPath(one)])) {
      const folder = path.dirname(file);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(path.basename(file)));
    }
    const watchers = [...folders].map(([folder, names]) => watched(folder, names, changed));
    return () => watchers.forEach((watcher) => watcher?.close());
  },
};

/** Where a link leads; the path itself if there is nothing. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Null if the folder can't be watched: the next event of the agent looks again. */
function watched(folder: string, names: ReadonlySet<string>, changed: () => void) {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      // The system may not say the name; the folder's own is said when it goes.
      if (name === null || names.has(name) || name === path.basename(folder)) changed();
    });
    watcher.on("error", changed);
    return watcher;
  } catch {
    return null;
  }
}
