// What a command line says of what really runs: scripts that an interpreter is given, packages and images that a
// runner fetches. Only what can be told from the words; nothing is run or asked.
import path from "node:path";
import type { Runner } from "../../../src-shared/servers/identity/identity.ts";

/** Programs whose first word that is no option is a script. */
const INTERPRETERS = new Set(
  [
    "node",
    "nodejs",
    "bun",
    "deno",
    "tsx",
    "ts-node",
    "python",
    "python2",
    "python3",
    "pypy3",
  ].concat(
    ["ruby", "perl", "php", "lua", "rscript", "bash", "sh", "zsh", "dash", "fish", "pwsh", "java"],
    ["dotnet", "py"],
  ),
);
const SHELLS = new Set(["bash", "sh", "zsh", "dash", "fish", "cmd", "powershell", "pwsh"]);
/** Options whose next word is a file that is run as well. */
const PRELOAD_OPTIONS = new Set([
  "-r",
  "--require",
  "--import",
  "--loader",
  "--experimental-loader",
  "-jar",
]);
const INLINE = new Set(["-c", "-e", "--eval", "-p", "--print", "/c", "/k", "-command", "-lc"]);
/** Words of package and container programs that come before what is run. */
const RUN_VERBS = new Set(["run", "exec", "dlx", "x", "tool", "create", "compose", "container"]);

/** `C:\…\node.exe` and `/usr/bin/python3.12` as `node` and `python3`. */
function nameOf(command: string): string {
  const base = (command.split(/[\\/]/).at(-1) ?? "").toLowerCase();
  return base.replace(/\.(exe|cmd|bat|ps1)$/, "").replace(/(?<=^python[23])\.\d+$/, "");
}

/**
 * Words of the command line that name files which would be run, in order; relative to the child's folder. Whether they
 * are there is for the caller to find out.
 */
export function scriptsOf(command: string, args: readonly string[]): string[] {
  if (!INTERPRETERS.has(nameOf(command))) return [];
  const found: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? "";
    const [option, value] = word.split(/=(.*)/s);
    if (INLINE.has(word.toLowerCase()) || word === "-m") return found;
    if (PRELOAD_OPTIONS.has(option ?? "")) {
      const file = value ?? args[(at += 1)];
      if (file !== undefined) found.push(file);
      if (option === "-jar") return found;
      continue;
    }
    if (word.startsWith("-")) continue;
    // `bun run x.ts`, `deno run x.ts`: the step is no script.
    if (found.length === 0 && RUN_VERBS.has(word) && at + 1 < args.length) continue;
    found.push(word.replace(/^file:\/\//, ""));
    return found;
  }
  return found;
}

/** What is run by way of a program that fetches or contains it; undefined where the program is the thing itself. */
export function runnerOf(command: string, args: readonly string[]): Runner | undefined {
  const name = nameOf(command);
  switch (name) {
    case "npx":
    case "bunx":
    case "pnpx":
      return packageOf(args, ["-p", "--package"]);
    case "npm":
    case "pnpm":
    case "yarn":
    case "bun":
      return ["exec", "dlx", "x"].includes(args[0] ?? "")
        ? packageOf(args.slice(1), ["-p", "--package"])
        : undefined;
    case "uvx":
      return packageOf(args, ["--from"]);
    case "uv":
      return args[0] === "tool" && args[1] === "run"
        ? packageOf(args.slice(2), ["--from"])
        : args[0] === "run"
          ? { kind: "package", what: firstWord(args.slice(1)), pinned: false }
          : undefined;
    case "pipx":
      return args[0] === "run" ? packageOf(args.slice(1), ["--spec"]) : undefined;
    case "docker":
    case "podman":
    case "nerdctl":
      return containerOf(args);
    case "cmd":
      return { kind: "shell", what: null, pinned: false };
  }
  if (SHELLS.has(name) && args.some((word) => INLINE.has(word.toLowerCase()))) {
    return { kind: "shell", what: null, pinned: false };
  }
  const module = /^(python|pypy|py$)/.test(name) ? args.indexOf("-m") : -1;
  if (module !== -1) return { kind: "module", what: args[module + 1] ?? null, pinned: false };
  return undefined;
}

const firstWord = (args: readonly string[]): string | null =>
  args.find((word) => !word.startsWith("-")) ?? null;

/** @param naming options whose value names the package that is fetched */
function packageOf(args: readonly string[], naming: readonly string[]): Runner {
  const at = args.findIndex((word) => naming.includes(word));
  const joined = args.find((word) => naming.some((option) => word.startsWith(`${option}=`)));
  const what =
    joined?.slice(joined.indexOf("=") + 1) ??
    (at === -1 ? firstWord(args) : (args[at + 1] ?? null));
  return { kind: "package", what, pinned: what !== null && isPinned(what) };
}

/** `name@1.2.3`, `name==1.2.3`: one version and no range, no tag. */
const isPinned = (spec: string): boolean =>
  /(?<=.)(@|==)v?\d+\.\d+(\.\d+)?([-+.]?[0-9A-Za-z][0-9A-Za-z.+-]*)?$/.test(spec);

/** The image is the first word after the options; which options take a value is known for the usual ones. */
const OPTIONS_WITH_VALUE = new Set(
  [
    "-e",
    "--env",
    "-v",
    "--volume",
    "--mount",
    "--name",
    "--network",
    "--net",
    "-p",
    "--publish",
  ].concat(
    [
      "-u",
      "--user",
      "-w",
      "--workdir",
      "--env-file",
      "--entrypoint",
      "--platform",
      "-l",
      "--label",
    ],
    ["--memory", "-m", "--cpus", "--add-host", "-h", "--hostname", "--pull", "--gpus", "--device"],
  ),
);

function containerOf(args: readonly string[]): Runner | undefined {
  const run = args.findIndex((word) => word === "run" || word === "create");
  if (run === -1) return undefined;
  for (let at = run + 1; at < args.length; at += 1) {
    const word = args[at] ?? "";
    if (!word.startsWith("-")) {
      return { kind: "container", what: word, pinned: /@sha256:[0-9a-f]{64}$/.test(word) };
    }
    if (OPTIONS_WITH_VALUE.has(word)) at += 1;
  }
  return { kind: "container", what: null, pinned: false };
}

/** A path of the command line as an absolute one. */
export const absolutePathIn = (folder: string, word: string): string => path.resolve(folder, word);
