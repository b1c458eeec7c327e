// Parses the command line: `--user-data-dir DIR`, `--config FILE` (`--name=value` works as well), `--background`, a
// link.
import { isLink } from "#shared/contract/opening.ts";

export interface Arguments {
  /** The profile folder; null for the default. */
  profile: string | null;
  /** A JSON file with `mcpServers`, for this run only. */
  config: string | null;
  /** Started at login: in the tray, without the window. */
  background: boolean;
  /** `countersign:…`, not validated yet. */
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
 * Parses Countersign's arguments; those of Electron and Chromium are ignored, and so is everything after a link, as
 * whoever wrote the link may have added it.
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

/**
 * Arguments with which the app starts again in the background, without those for this start only (`--config`, links).
 */
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
