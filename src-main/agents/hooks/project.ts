// What the folder of an agent says of its project: the git branch, read without running git, and settings that weaken the
// agent's hooks or set variables for it.
import { realpath } from "node:fs/promises";
import path from "node:path";
import type { AgentId } from "#shared/agents/agent.ts";
import { PROJECT_FILES, projectSettings } from "#shared/agents/guarded.ts";
import { pathWithin } from "#shared/agents/pathWithin.ts";
import type { ActionRequest } from "#shared/request/kinds/action/document.ts";
import { openRegular, readRegular } from "../../profile/regularFile.ts";

/** Far more than a branch's name can be. */
const HEAD_MAX_BYTES = 1024;
/** How many folders up a repository is looked for. */
const FOLDERS_MAX = 32;
/** The longest settings of a project that are read. */
const SETTINGS_MAX_BYTES = 1024 * 1024;

/**
 * The branch that is checked out, looked for from `folder` up to `top`; both are real paths. Null where there is none, and
 * where its `HEAD` is not in the folder itself, as in a linked worktree.
 */
export async function branchOf(folder: string, top: string): Promise<string | null> {
  for (let at = folder, steps = 0; steps < FOLDERS_MAX; steps += 1) {
    if (pathWithin(top, at) === null) return null;
    const git = path.join(at, ".git");
    const real = await realpath(git).catch(() => null);
    if (real !== null) return real === git ? headIn(path.join(git, "HEAD")) : null;
    at = path.dirname(at);
  }
  return null;
}

async function headIn(file: string): Promise<string | null> {
  try {
    if ((await realpath(file)) !== file) return null;
    const handle = await openRegular(file);
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

/** Named on the first action of a session. `keys` is empty for a file that can't be read as settings: it may say anything. */
export function settingsOf(
  agent: AgentId,
  folder: string,
): NonNullable<ActionRequest["projectSettings"]> {
  return PROJECT_FILES[agent].flatMap((file) => {
    const text = textOf(path.join(folder, file));
    const keys = text === null ? [] : projectSettings(file, text);
    return keys === null || keys.length > 0 ? [{ file, keys: keys ?? [] }] : [];
  });
}

/** Null where there is no such file; empty, which no settings are, where it is too large or no regular file. */
function textOf(file: string): string | null {
  try {
    return readRegular(file, ({ size }) => {
      if (size > SETTINGS_MAX_BYTES) throw new Error("too large");
    });
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? null : "";
  }
}
