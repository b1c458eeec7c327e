// Starts and ends a local server's process with all of its children. Never passes the command line through a shell.
import { randomUUID } from "node:crypto";
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

export interface ServerProcess {
  child: ChildProcess;
  /** In the environment of the server and of what it starts, so that what leaves its process group is found as well. */
  mark: string;
}

const isWindows = process.platform === "win32";
const MARK_VARIABLE = "COUNTERSIGN_SERVER_PROCESS";

/** Null if there is no such program, which has to be checked beforehand on Windows only. */
export function spawnServer({ command, args, folder, env }: ProcessSpec): ServerProcess | null {
  const isFile = (file: string): boolean =>
    statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const started = isWindows
    ? windowsCommand(command, args, { env, folder, isFile })
    : { file: command, args, verbatim: false };
  if (started === null) return null;
  const mark = randomUUID();
  const child = spawn(started.file, started.args, {
    cwd: folder,
    // cmd.exe would look for programs in the current folder first.
    env: isWindows
      ? { ...env, NoDefaultCurrentDirectoryInExePath: "1" }
      : { ...env, [MARK_VARIABLE]: mark },
    stdio: ["pipe", "pipe", "pipe"],
    shell: false,
    windowsHide: true,
    windowsVerbatimArguments: started.verbatim,
    // A process group of its own, so that what npx, uvx or docker started ends with it.
    detached: !isWindows,
  });
  return { child, mark };
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

/**
 * Reads the mark, then whether the server's process group is `gone`; if stdin closes without the latter, Countersign has
 * died. Ends what is left: SIGTERM, and SIGKILL after two seconds. The mark is no argument, as macOS shows arguments and
 * environment as one.
 */
const WATCHER_SCRIPT = String.raw`
IFS= read -r mark || exit 0
IFS= read -r group || group=$1
marked() {
  if [ -d /proc/self ]; then
    printf '%s\n' "$mark" | grep -lsF -f - /proc/[0-9]*/environ | tr -cd '0-9\n'
  else
    ps -axEww -o pid=,command= | while read -r pid rest; do
      case $rest in *"$mark"*) echo "$pid" ;; esac
    done
  fi
}
signal() {
  [ "$group" = gone ] || kill -s "$1" -- "-$group" || group=gone
  left=$(marked)
  for pid in $left; do kill -s "$1" "$pid"; done
  [ "$group$left" != gone ]
}
signal TERM || exit 0
sleep 2
# What starts a process while it is killed is looked for again.
for _ in 1 2 3 4 5 6 7 8 9 10; do signal KILL || exit 0; done`;

/**
 * Ends what a server's process has started, also if Countersign itself dies (SIGKILL, a crash): then its end of a pipe to
 * a small shell closes. Returns a function to call when the server has exited, which makes the same shell end the rest.
 * On Windows the server only sees its stdin close.
 */
export function endWithParent({ child, mark }: ServerProcess): () => void {
  const { pid } = child;
  if (isWindows || pid === undefined) return () => {};
  const watch = spawn("/bin/sh", ["-c", WATCHER_SCRIPT, "countersign-watch", String(pid)], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without the shell, the server still sees its stdin close.
  watch.on("error", () => {});
  watch.stdin.on("error", () => {});
  watch.unref();
  watch.stdin.write(`${mark}\n`);
  // The id of a group that is gone may be used again.
  return () => void watch.stdin.end(isGroupAlive(child) ? "" : "gone\n");
}
