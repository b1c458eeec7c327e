// Builds command lines for Windows. Pure, and only tested as such: it has not been run on Windows.
import path from "node:path";

export interface WindowsCommand {
  file: string;
  args: string[];
  /** The arguments are a command line already. */
  verbatim: boolean;
}

export interface WindowsEnvironment {
  /** The server's own environment; names are case-insensitive. */
  env: Readonly<Record<string, string>>;
  /** The folder in which the server is started. */
  folder: string;
  isFile(file: string): boolean;
}

/** Can't be escaped in a command line of cmd.exe. */
export class UnsafeArgument extends Error {}

const EXTENSIONS = ".com;.exe;.bat;.cmd";

/** What to start; null if there is no such program. */
export function windowsCommand(
  command: string,
  args: readonly string[],
  machine: WindowsEnvironment,
): WindowsCommand | null {
  const file = programAt(command, machine);
  if (file === null) return null;
  if (!/\.(bat|cmd)$/i.test(file)) return { file, args: [...args], verbatim: false };
  const root = valueOf(machine.env, "SystemRoot") ?? "C:\\Windows";
  // /d: no AutoRun; /v:off: "!" is an ordinary character.
  const line = [file.replace(META, "^$1"), ...args.map(escaped)].join(" ");
  return {
    file: path.win32.join(root, "System32", "cmd.exe"),
    args: ["/d", "/v:off", "/s", "/c", `"${line}"`],
    verbatim: true,
  };
}

/** Searches only the absolute folders in PATH: the current folder contains the server's own files. */
function programAt(command: string, { env, folder, isFile }: WindowsEnvironment): string | null {
  const isPath = /[\\/]|^[a-z]:/i.test(command);
  const folders = isPath
    ? [folder]
    : (valueOf(env, "PATH") ?? "")
        .split(";")
        .map((one) => one.replace(/^"(.*)"$/, "$1"))
        .filter((one) => /^([a-z]:[\\/]|\\\\)/i.test(one));
  const extensions = (valueOf(env, "PATHEXT") ?? EXTENSIONS).toLowerCase().split(";");
  // Executables and batch files only: nothing that a file association would open.
  const startable = extensions.filter((one) => /^\.(com|exe|bat|cmd)$/.test(one));
  const isNamed = /\.(com|exe|bat|cmd)$/i.test(command);
  for (const one of folders) {
    const base = path.win32.resolve(one, command);
    for (const extension of isNamed ? [""] : startable) {
      if (isFile(base + extension)) return base + extension;
    }
  }
  return null;
}

function valueOf(env: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1];
}

const META = /([()\][%!^"`<>&|;, *?])/g;

/**
 * Quoted as programs parse it (https://qntm.org/cmd), and escaped twice: cmd.exe parses a line once, and the batch
 * file's own line, where %* or %1 was replaced by the argument, once more.
 */
function escaped(argument: string): string {
  if (/[\r\n\0]/.test(argument)) {
    throw new UnsafeArgument("an argument of a batch file has more than one line");
  }
  const quoted = `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, "$1$1")}"`;
  return quoted.replace(META, "^$1").replace(META, "^$1");
}
