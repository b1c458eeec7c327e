// Starts and ends a local server's process with all of its children. Never passes the command line through a shell.
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

/** Null if there is no such program, which has to be checked beforehand on Windows only. */
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
    // A process group of its own, so that what npx, uvx or docker started ends with it.
    detached: !isWindows,
  });
}

export const isUnsafeArgument = (error: unknown): boolean => error instanceof UnsafeArgument;

/** Signals the whole group; it is fine if it has ended already. */
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

/** Waits for a line; if stdin closes without one, Countersign has died. */
const WATCHER_SCRIPT =
  'IFS= read -r told && exit 0; kill -s TERM -- "-$1" || exit 0; sleep 2; kill -s KILL -- "-$1"';

/**
 * Ends a server's process group if Countersign itself dies (SIGKILL, a crash): then its end of a pipe to a small
 * shell closes. Returns a function to call when the server has exited, which makes the same shell end the rest of its
 * group. On Windows the server only sees its stdin close.
 */
export function endWithParent(child: ChildProcess): () => void {
  const { pid } = child;
  if (isWindows || pid === undefined) return () => {};
  const watch = spawn("/bin/sh", ["-c", WATCHER_SCRIPT, "countersign-watch", String(pid)], {
    ...{ cwd: "/", env: { PATH: "/usr/bin:/bin" }, detached: true },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without the shell, the server still sees its stdin close.
  watch.on("error", () => {});
  watch.stdin.on("error", () => {});
  watch.unref();
  return () => void watch.stdin.end(isGroupAlive(child) ? "" : "\n");
}
