// What the command line may say: `--user-data-dir DIR`, `--config FILE`; `--name=value` works as well.

export interface Arguments {
  /** The profile folder; null for the system's usual place. */
  profile: string | null;
  /** A JSON file with `mcpServers`, for this run only. */
  config: string | null;
}

function valueOf(argv: readonly string[], name: string): string | null {
  const index = argv.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  const arg = argv[index];
  if (arg === undefined) return null;
  const value = arg === name ? argv[index + 1] : arg.slice(name.length + 1);
  return value === undefined || value === "" || value.startsWith("--") ? null : value;
}

/** Reads the arguments that concern Countersign; Electron's and Chromium's own are left alone. */
export function readArguments(argv: readonly string[]): Arguments {
  return { profile: valueOf(argv, "--user-data-dir"), config: valueOf(argv, "--config") };
}
