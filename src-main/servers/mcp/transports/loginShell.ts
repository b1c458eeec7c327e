// The PATH of the user's login shell: on macOS and Linux a desktop app's own PATH lacks npx, uvx, node and docker.
// Read once; if the shell hangs or fails, our own PATH with the usual folders is used.
import { homedir } from "node:os";
import path from "node:path";
import { within } from "../../../core/within.ts";

/** The PATH of the user's login shell; it decides what stdio servers inherit. */
export interface LoginShell {
  path(): Promise<string>;
}

/** Other variables of the user's login shell. */
export interface ShellVariables {
  /** A variable that the login shell sets, or null. */
  variable(name: string): Promise<string | null>;
}

const ASK_TIMEOUT_MS = 3000;

const commonFolders = (home: string): string[] => [
  "/opt/homebrew/bin",
  "/usr/local/bin",
  "/usr/bin",
  "/bin",
  path.join(home, ".local/bin"),
  path.join(home, ".cargo/bin"),
  path.join(home, ".deno/bin"),
  path.join(home, ".bun/bin"),
];

/** Both lists joined, the first one first, without duplicates. */
function mergePaths(first: string, more: string[]): string {
  const places = [...first.split(path.delimiter), ...more].filter((place) => place !== "");
  return [...new Set(places)].join(path.delimiter);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Loaded when first needed; most starts don't need it. */
const askShell = async (): Promise<Environment> => (await import("shell-env")).shellEnv();

/** Asks the login shell when first needed, and caches the result. */
export function createLoginShell(
  ask: () => Promise<Environment> = askShell,
  timeoutMs = ASK_TIMEOUT_MS,
): LoginShell & ShellVariables {
  let known: Promise<Environment> | null = null;
  /** Empty if there is no such shell, or it does not respond in time. */
  const environment = async (): Promise<Environment> => {
    if (process.platform === "win32") return {};
    return within<Environment>(ask(), timeoutMs, {});
  };
  const asked = (): Promise<Environment> => (known ??= environment());
  return {
    async path() {
      const own = process.env["PATH"] ?? "";
      if (process.platform === "win32") return own;
      const { PATH: shell = "" } = await asked();
      return shell === ""
        ? mergePaths(own, commonFolders(homedir()))
        : mergePaths(shell, own.split(path.delimiter));
    },
    async variable(name) {
      const value = (await asked())[name];
      return value === undefined || value === "" ? null : value;
    },
  };
}
