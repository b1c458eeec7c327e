// Resolves a command to a file the way the operating system does when it starts one.
import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import path from "node:path";

/** Environment and folder of the child. */
export interface LookupContext {
  folder: string;
  env: Readonly<Record<string, string>>;
  platform?: NodeJS.Platform;
}

/**
 * The real path of what `command` starts, or null. As in execvp(3): a name with a slash is relative to the child's
 * folder, any other name is searched in the child's PATH, where an empty entry means that folder.
 */
export async function resolveCommand(
  command: string,
  { folder, env, platform = process.platform }: LookupContext,
): Promise<string | null> {
  const windows = platform === "win32";
  const isPath = command.includes("/") || (windows && command.includes("\\"));
  const places = isPath ? [""] : searchFolders(env, windows);
  const ends = windows ? extensionsOf(command, env) : [""];
  for (const place of places) {
    for (const end of ends) {
      const file = path.resolve(folder, place, `${command}${end}`);
      // Sequential: the first match wins.
      // oxlint-disable-next-line no-await-in-loop
      if (await isProgram(file, windows)) return await realpath(file).catch(() => file);
    }
  }
  return null;
}

function searchFolders(env: Readonly<Record<string, string>>, windows: boolean): string[] {
  const name = windows ? Object.keys(env).find((key) => key.toUpperCase() === "PATH") : "PATH";
  const places = (env[name ?? "PATH"] ?? "").split(windows ? ";" : ":");
  // Windows searches the child's folder first, and PATH entries may be quoted.
  return windows
    ? [".", ...places.map((place) => place.replaceAll('"', "")).filter((place) => place !== "")]
    : places;
}

function extensionsOf(command: string, env: Readonly<Record<string, string>>): string[] {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATHEXT");
  const all = (env[name ?? ""] ?? ".EXE;.CMD;.BAT;.COM").split(";").filter((end) => end !== "");
  return path.win32.extname(command) === "" ? all : ["", ...all];
}

async function isProgram(file: string, windows: boolean): Promise<boolean> {
  try {
    if (!(await stat(file)).isFile()) return false;
    if (!windows) await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
