// The git branch of an agent's folder, read from the repository without running git.
import { realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { pathWithin } from "#shared/agents/pathWithin.ts";

/** Far more than a branch's name can be. */
const HEAD_MAX_BYTES = 1024;
/** How many folders up a repository is looked for. */
const FOLDERS_MAX = 32;

/**
 * The branch that is checked out, looked for from `folder` up to `top`; both are real paths. Null where there is none, and
 * where its `HEAD` is not in the folder itself, as in a linked worktree.
 * @param open opens a regular file, and nothing else
 */
export async function branchOf(
  folder: string,
  top: string,
  open: (file: string) => Promise<FileHandle>,
): Promise<string | null> {
  for (let at = folder, steps = 0; steps < FOLDERS_MAX; steps += 1) {
    if (pathWithin(top, at) === null) return null;
    const git = path.join(at, ".git");
    const real = await realpath(git).catch(() => null);
    if (real !== null) return real === git ? headIn(path.join(git, "HEAD"), open) : null;
    at = path.dirname(at);
  }
  return null;
}

async function headIn(
  file: string,
  open: (file: string) => Promise<FileHandle>,
): Promise<string | null> {
  try {
    if ((await realpath(file)) !== file) return null;
    const handle = await open(file);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_MAX_BYTES + 1), 0);
      if (bytesRead > HEAD_MAX_BYTES) return null;
      const text = buffer.toString("utf8", 0, bytesRead);
      return /^ref: refs\/heads\/([^\s\p{C}]+)\n?$/u.exec(text)?.[1] ?? null;
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
