// What a command line really starts: the scripts passed to an interpreter, the package or image that a runner
// fetches. Works on the words alone; nothing is executed or looked up.
import path from "node:path";
import type { Runner } from "#shared/servers/identity/identity.ts";

/** Interpreters: the first argument that is not an option is a script. */
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
/** Options whose value is a file that is executed too. */
const PRELOAD_OPTIONS = new Set([
  "-r",
  "--require",
  "--import",
  "--loader",
  "--experimental-loader",
  "-jar",
]);
const INLINE = new Set(["-c", "-e", "--eval", "-p", "--print", "/c", "/k", "-command", "-lc"]);
/** Subcommands of package and container runners that precede the package, image or script. */
const RUN_VERBS = new Set(["run", "exec", "dlx", "x", "tool", "create", "compose", "container"]);

/** `C:\…\node.exe` becomes `node`, `/usr/bin/python3.12` becomes `python3`. */
function nameOf(command: string): string {
  const base = (command.split(/[\\/]/).at(-1) ?? "").toLowerCase();
  return base.replace(/\.(exe|cmd|bat|ps1)$/, "").replace(/(?<=^python[23])\.\d+$/, "");
}

/**
 * Arguments that name files to be executed, in order, relative to the child's folder. The caller checks whether they
 * exist.
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
    // `bun run x.ts`, `deno run x.ts`: `run` is a subcommand, not the script.
    if (found.length === 0 && RUN_VERBS.has(word) && at + 1 < args.length) continue;
    found.push(word.replace(/^file:\/\//, ""));
    return found;
  }
  return found;
}

/** The package or image that a runner (npx, uvx, docker …) starts; undefined if the program is not a runner. */
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

/** @param naming options whose value is the package to fetch */
function packageOf(args: readonly string[], naming: readonly string[]): Runner {
  const at = args.findIndex((word) => naming.includes(word));
  const joined = args.find((word) => naming.some((option) => word.startsWith(`${option}=`)));
  const what =
    joined?.slice(joined.indexOf("=") + 1) ??
    (at === -1 ? firstWord(args) : (args[at + 1] ?? null));
  return { kind: "package", what, pinned: what !== null && isPinned(what) };
}

/** One exact version (`name@1.2.3`, `name==1.2.3`), no range or tag. */
const isPinned = (spec: string): boolean =>
  /(?<=.)(@|==)v?\d+\.\d+(\.\d+)?([-+.]?[0-9A-Za-z][0-9A-Za-z.+-]*)?$/.test(spec);

/**
 * Container options that take a value. The image is the first word after the options, so the common ones must be
 * known.
 */
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

/** Resolves a path of the command line against the child's folder. */
export const absolutePathIn = (folder: string, word: string): string => path.resolve(folder, word);
