// Starts and ends the process of a local server, with all that it starts itself. Never through a shell's reading of it.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import { UnsafeArgument, windowsCommand } from "./windowsCommand.ts";

interface ProcessSpec {
  command: string;
  args: string[];
  folder: string;
  env: Record<string, string>;
}

const isWindows = process.platform === "win32";

/** Null where there is no such program, which only Windows has to be asked for beforehand. */
export function spawnServer({ command, args, folder, env }: ProcessSpec): ChildProcess | null {
  const isFile = (file: string): boolean =>
    statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const started = isWindows
    ? windowsCommand(command, args, { env, folder, isFile })
    : { file: command, args, verbatim: false };
  if (started === null) return null;
  return spawn(started.file, started.args, {
    cwd: folder,
    // cmd.exe would look for programs in the current folder first.
    env: isWindows ? { ...env, NoDefaultCurrentDirectoryInExePath: "1" } : env,
    stdio: ["pipe", "pipe", "pipe"],
    shell: false,
    windowsHide: true,
    windowsVerbatimArguments: started.verbatim,
    // A group of its own, so that what npx, uvx or docker started ends together with it.
    detached: !isWindows,
  });
}

export const isUnsafeArgument = (error: unknown): boolean => error instanceof UnsafeArgument;

/** Signals the whole group; a group that is gone already is what was wanted. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (isWindows) {
    const args = ["/pid", String(child.pid), "/T", "/F"];
    spawn("taskkill", args, { windowsHide: true }).on("error", () => child.kill());
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

export function isGroupAlive({ pid }: ChildProcess): boolean {
  if (isWindows || pid === undefined) return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for a line; where there is none any more, who would have written it is gone. */
const WATCHER_SCRIPT =
  'IFS= read -r told && exit 0; kill -s TERM -- "-$1" || exit 0; sleep 2; kill -s KILL -- "-$1"';

/**
 * Ends the group of a server where Countersign itself is ended without a word (SIGKILL, a crash): its end of a pipe to a
 * small shell closes then. Gives what to call when the server has ended: what it left of its group is ended by the same
 * shell. On Windows a server then ends by its closed stdin, or not at all.
 */
export function endWithParent(child: ChildProcess): () => void {
  const { pid } = child;
  if (isWindows || pid === undefined) return () => {};
  const watch = spawn("/bin/sh", ["-c", WATCHER_SCRIPT, "countersign-watch", String(pid)], {
    ...{ cwd: "/", env: { PATH: "/usr/bin:/bin" }, detached: true },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without it a server ends by its closed stdin still.
  watch.on("error", () => {});
  watch.stdin.on("error", () => {});
  watch.unref();
  return () => void watch.stdin.end(isGroupAlive(child) ? "" : "\n");
}
