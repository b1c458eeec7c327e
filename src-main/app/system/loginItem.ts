// Starting at login. Always reads the system's own state, so that it agrees with the system's settings: on Linux a
// file in the autostart folder, on macOS and Windows through Electron.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { App } from "electron";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { LoginItemView } from "#shared/contract/machine.ts";
import { notRecorded } from "../../store/notRecorded.ts";
import { writeText } from "../../profile/jsonFile.ts";

export interface LoginItemParts {
  system: NodeJS.Platform;
  /** The program, with the arguments to repeat at login. */
  command: readonly [string, ...string[]];
  packaged: boolean;
  /** The system's configuration folder (`XDG_CONFIG_HOME`). */
  config: string;
  app: Pick<App, "getLoginItemSettings" | "setLoginItemSettings">;
}

interface LoginItem {
  look(): LoginItemView;
  /** Returns the resulting state, which differs from `on` if the system refuses. */
  set(on: boolean): Outcome<LoginItemView, Failure>;
}

/** Starts in the tray, without the window. */
const BACKGROUND = "--background";

export function loginItem(parts: LoginItemParts): LoginItem {
  const { system, packaged } = parts;
  if (system === "linux") return autostart(parts);
  // Unpackaged on macOS, the system would start plain Electron.
  if ((system === "darwin" && packaged) || system === "win32") return systemList(parts);
  const none: LoginItemView = { available: false, on: false };
  return { look: () => none, set: () => ok(none) };
}

function autostart({ command, config }: LoginItemParts): LoginItem {
  const file = path.join(config, "autostart", "countersign.desk.desktop");
  const exec = `Exec=${[...command, BACKGROUND].map(quoted).join(" ")}`;
  const look = (): LoginItemView => ({ available: true, on: isOn(file, exec) });
  return {
    look,
    set(on) {
      if (on) {
        // Once the program is removed, the desktop passes over the entry.
        const tryExec = `TryExec=${command[0].replaceAll("\\", String.raw`\\`)}`;
        const entry = [
          "[Desktop Entry]",
          "Type=Application",
          "Name=Countersign",
          exec,
          tryExec,
          "",
        ];
        const written = writeText(file, entry.join("\n"), 0o644);
        return written.ok ? ok(look()) : written;
      }
      try {
        rmSync(file, { force: true });
        return ok(look());
      } catch (error) {
        return fail(notRecorded(error));
      }
    },
  };
}

/**
 * Desktops disable an entry with these lines. An entry that starts another program or profile does not count as ours.
 */
function isOn(file: string, exec: string): boolean {
  if (!existsSync(file)) return false;
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const off = /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/i;
  return lines.includes(exec) && !lines.some((line) => off.test(line));
}

/**
 * An argument of `Exec`: quoted (Desktop Entry Specification, "The Exec key"), escaped like any value, field codes
 * disabled.
 */
const quoted = (argument: string): string =>
  `"${argument.replaceAll(/["`$\\]/g, String.raw`\$&`)}"`
    .replaceAll("\\", String.raw`\\`)
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("%", "%%");

const quotedOnWindows = (argument: string): string =>
  /\s/.test(argument) ? `"${argument}"` : argument;

function systemList({ command: [program, ...own], app, system }: LoginItemParts): LoginItem {
  const args = [...own, BACKGROUND];
  // Electron joins the arguments with spaces.
  const which = system === "win32" ? { path: program, args: args.map(quotedOnWindows) } : {};
  const look = (): LoginItemView => ({
    available: true,
    on: app.getLoginItemSettings(which).openAtLogin,
  });
  return {
    look,
    set(on) {
      app.setLoginItemSettings({ openAtLogin: on, ...which });
      return ok(look());
    },
  };
}
