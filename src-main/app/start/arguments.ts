// What the command line may say: `--user-data-dir DIR`, `--config FILE` (`--name=value` works as well), `--background`, a link.
import { isLink } from "../../../src-shared/ipc/opening.ts";

export interface Arguments {
  /** The profile folder; null for the system's usual place. */
  profile: string | null;
  /** A JSON file with `mcpServers`, for this run only. */
  config: string | null;
  /** Started at login: in the tray, without the window. */
  background: boolean;
  /** `countersign:…`, not yet checked. */
  link: string | null;
}

function valueOf(argv: readonly string[], name: string): string | null {
  const index = argv.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  const arg = argv[index];
  if (arg === undefined) return null;
  const value = arg === name ? argv[index + 1] : arg.slice(name.length + 1);
  return value === undefined || value === "" || value.startsWith("--") ? null : value;
}

/**
 * Reads the arguments that concern Countersign; Electron's and Chromium's own are left alone. What follows a link is not read:
 * whoever wrote the link may have written that as well.
 */
export function readArguments(argv: readonly string[]): Arguments {
  const at = argv.findIndex(isLink);
  const own = at === -1 ? argv : argv.slice(0, at);
  return {
    profile: valueOf(own, "--user-data-dir"),
    config: valueOf(own, "--config"),
    background: own.includes("--background"),
    link: argv[at] ?? null,
  };
}

/** What another start of this app takes: the same, in the background, without what this one start alone was asked for. */
export function argumentsOfNextStart(argv: readonly string[]): string[] {
  const kept = argv.filter(
    (arg, index) =>
      !isLink(arg) &&
      arg !== "--background" &&
      !arg.startsWith("--config=") &&
      arg !== "--config" &&
      argv[index - 1] !== "--config",
  );
  return [...kept, "--background"];
}
