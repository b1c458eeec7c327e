// Detects whether a panel shows tray icons. On Linux, Electron creates its icon even if nothing displays it, so this
// asks the StatusNotifierItem watcher on the session bus, using the desktop's own tools.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const WATCHER = "org.kde.StatusNotifierWatcher";
const OBJECT = "/StatusNotifierWatcher";
const PROPERTY = "IsStatusNotifierHostRegistered";
const GET = "org.freedesktop.DBus.Properties.Get";

/** The same query with tools of GLib, D-Bus and systemd; most systems have at least one. */
const ASKING: readonly (readonly [string, ...string[]])[] = [
  ["gdbus", "call", "--session", "-d", WATCHER, "-o", OBJECT, "-m", GET, WATCHER, PROPERTY],
  [
    "dbus-send",
    "--session",
    "--print-reply",
    `--dest=${WATCHER}`,
    OBJECT,
    GET,
    `string:${WATCHER}`,
    `string:${PROPERTY}`,
  ],
  ["busctl", "--user", "get-property", WATCHER, OBJECT, WATCHER, PROPERTY],
] as const;

const ANSWERS_WITHIN_MS = 2000;

/** Runs a program; resolves to its stdout, or null when it is not installed. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string | null>;

/** False when unknown: otherwise a hidden window could not be brought back. */
export async function hasTrayHost(
  system: NodeJS.Platform = process.platform,
  env: Readonly<NodeJS.ProcessEnv> = process.env,
  asks: RunProgram = run,
): Promise<boolean> {
  if (system !== "linux") return true;
  // Without a bus, some of the tools would start one.
  if (!hasBus(env)) return false;
  for (const [program, ...args] of ASKING) {
    const said = await asks(program, args);
    if (said !== null) return /\btrue\b/.test(said);
  }
  return false;
}

function hasBus(env: Readonly<NodeJS.ProcessEnv>): boolean {
  if (env["DBUS_SESSION_BUS_ADDRESS"]) return true;
  const folder = env["XDG_RUNTIME_DIR"];
  return folder !== undefined && existsSync(path.join(folder, "bus"));
}

const run: RunProgram = (program, args) =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: ANSWERS_WITHIN_MS }, (error, stdout) => {
      resolve(error !== null && error.code === "ENOENT" ? null : stdout);
    });
  });
