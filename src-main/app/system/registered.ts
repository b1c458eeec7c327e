// What the system knows of this app: that it starts at login, and that links `countersign:` are its own.
import path from "node:path";
import { app } from "electron";
import { LINK_SCHEME } from "../../../src-shared/ipc/opening.ts";
import { readArguments } from "../start/arguments.ts";
import type { WindowSide } from "../window/windowSide.ts";
import { loginItem } from "./loginItem.ts";

/** The program, and what names the app and its profile where the program alone does not. */
function ownCommand(): [string, ...string[]] {
  // An AppImage runs from a folder that is gone afterwards; this names its file.
  const program = ownAppImage() ?? process.execPath;
  const { profile } = readArguments(process.argv.slice(1));
  return [
    program,
    ...(app.isPackaged ? [] : [app.getAppPath()]),
    ...(profile === null ? [] : ["--user-data-dir", path.resolve(profile)]),
  ];
}

/** The variables are inherited: they may be those of an AppImage that started this app from its terminal. */
function ownAppImage(): string | undefined {
  const { APPDIR, APPIMAGE } = process.env;
  return APPDIR !== undefined && process.execPath.startsWith(`${APPDIR}${path.sep}`)
    ? APPIMAGE
    : undefined;
}

export const ownLoginItem = () =>
  loginItem({
    system: process.platform,
    command: ownCommand(),
    packaged: app.isPackaged,
    config: app.getPath("appData"),
    app,
  });

/** Where the app was not installed there is nothing that the system could start for a link. */
export function registerLinks({ log }: Pick<WindowSide, "log">): void {
  if (!app.isPackaged || app.isDefaultProtocolClient(LINK_SCHEME)) return;
  if (!app.setAsDefaultProtocolClient(LINK_SCHEME)) log.warn("links not registered");
}
