// The files that relays and hooks need in the profile: the scripts, where the desk listens, how to start it. Written at
// every start, so that no script is older than the desk.
import {
  accessSync,
  constants,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { DeskFile } from "./greeting.ts";
import hook from "./hook.cjs?raw";
import relay from "./relay.mjs?raw";

/**
 * The desk's environment variables that another start needs. A host's environment contains secrets, and may lack the
 * display.
 */
const INHERITED =
  /^(HOME|PATH|USER|LOGNAME|SHELL|LANG|LC_.*|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.*|DBUS_SESSION_BUS_ADDRESS|TMPDIR|TEMP|TMP|APPDATA|LOCALAPPDATA|PROGRAMDATA|SYSTEMROOT|SYSTEMDRIVE|WINDIR|USERPROFILE|HOMEDRIVE|HOMEPATH|COMSPEC|PATHEXT)$/i;

/** The script that hosts start. */
export const relayScript = (folder: string): string => path.join(folder, "relay.mjs");

/** The script that agents start. */
export const hookScript = (folder: string): string => path.join(folder, "hook.cjs");

export function writeRelayFiles(
  folder: string,
  desk: { socket: string; start: { command: string; args: string[] } | null },
  env: NodeJS.ProcessEnv = process.env,
): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeNew(relayScript(folder), relay);
  writeNew(hookScript(folder), hook);
  const inherited = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && INHERITED.test(name) ? [[name, value]] : [],
  );
  const start = desk.start && { ...desk.start, env: Object.fromEntries(inherited) };
  const file: DeskFile = { socket: desk.socket, start };
  writeNew(path.join(folder, "desk.json"), JSON.stringify(file));
}

/** In place of whatever is there, at once: a script may be started meanwhile, and writing into a FIFO would wait. */
export function writeNew(file: string, text: string): void {
  const temporary = `${file}.new`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
  renameSync(temporary, file);
}

/** The machine's Node on a PATH; null if there is none. */
export function nodeOn(
  searchPath: string,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const name = platform === "win32" ? "node.exe" : "node";
  for (const folder of searchPath.split(path.delimiter)) {
    const file = path.join(folder, name);
    if (path.isAbsolute(file) && isProgram(file)) return file;
  }
  return null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
