// The PATH of the person's login shell: a desktop app's own PATH lacks npx, uvx, node and docker on macOS
// and Linux. Asked once; a shell that hangs or fails leaves our own PATH with the usual places added.
import { homedir } from "node:os";
import path from "node:path";
import { shellEnv } from "shell-env";
import type { LoginShell } from "../services/ports.ts";

const ASK_TIMEOUT_MS = 3000;

const usualPlaces = (home: string): string[] => [
  "/opt/homebrew/bin",
  "/usr/local/bin",
  "/usr/bin",
  "/bin",
  path.join(home, ".local/bin"),
  path.join(home, ".cargo/bin"),
  path.join(home, ".deno/bin"),
  path.join(home, ".bun/bin"),
];

/** Both lists joined, the first one first, each place once. */
function joined(first: string, more: string[]): string {
  const places = [...first.split(path.delimiter), ...more].filter((place) => place !== "");
  return [...new Set(places)].join(path.delimiter);
}

/** Asks the login shell once, at the first need, and remembers. */
export function createLoginShell(
  ask: () => Promise<Readonly<Record<string, string | undefined>>> = shellEnv,
  timeoutMs = ASK_TIMEOUT_MS,
): LoginShell {
  let known: Promise<string> | null = null;
  const find = async (): Promise<string> => {
    const own = process.env["PATH"] ?? "";
    if (process.platform === "win32") return own;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), timeoutMs);
    });
    const shell = await Promise.race([
      ask().then(
        (env) => env["PATH"],
        () => undefined,
      ),
      late,
    ]);
    clearTimeout(timer);
    return shell === undefined || shell === ""
      ? joined(own, usualPlaces(homedir()))
      : joined(shell, own.split(path.delimiter));
  };
  return {
    path() {
      known ??= find();
      return known;
    },
  };
}
