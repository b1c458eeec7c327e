// Starting at login. The system itself is what is asked and changed, so that what stands in its own settings is what is shown:
// on Linux a file in the autostart folder, on macOS and Windows what Electron tells of their lists.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { App } from "electron";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { LoginItemView } from "../../../src-shared/ipc/machine.ts";
import { notRecorded } from "../../store/ledger/notRecorded.ts";
import { writeText } from "../../store/profile/jsonFile.ts";

export interface LoginItemParts {
  system: NodeJS.Platform;
  /** The program with the arguments that it was started with, as far as a start at login needs them. */
  command: readonly [string, ...string[]];
  packaged: boolean;
  /** The system's configuration folder (`XDG_CONFIG_HOME`). */
  config: string;
  app: Pick<App, "getLoginItemSettings" | "setLoginItemSettings">;
}

interface LoginItem {
  look(): LoginItemView;
  /** What stands there afterwards, which may not be what was wanted: the system may refuse. */
  set(on: boolean): Outcome<LoginItemView, Failure>;
}

/** In the tray, without the window. */
const BACKGROUND = "--background";

export function loginItem(parts: LoginItemParts): LoginItem {
  const { system, packaged } = parts;
  if (system === "linux") return autostart(parts);
  // macOS would start the bare Electron.
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
        const text = ["[Desktop Entry]", "Type=Application", "Name=Countersign", exec, ""];
        const written = writeText(file, text.join("\n"), 0o644);
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

/** Desktops switch an entry off by these lines; one that starts another program or profile is not this one. */
function isOn(file: string, exec: string): boolean {
  if (!existsSync(file)) return false;
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const off = /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/i;
  return lines.includes(exec) && !lines.some((line) => off.test(line));
}

/** An argument of `Exec`: quoted (Desktop Entry Specification, "The Exec key"), then escaped as any value, without field codes. */
const quoted = (argument: string): string =>
  `"${argument.replaceAll(/["`$\\]/g, String.raw`\$&`)}"`
    .replaceAll("\\", String.raw`\\`)
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("%", "%%");

const quotedOnWindows = (argument: string): string =>
  /\s/.test(argument) ? `"${argument}"` : argument;

function systemList({ command: [program, ...own], app, system }: LoginItemParts): LoginItem {
  const args = [...own, BACKGROUND];
  // Electron joins them by spaces.
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
