// Registers the app with the system: as a login item, and for `countersign:` links.
import path from "node:path";
import { app } from "electron";
import { LINK_SCHEME } from "#shared/contract/opening.ts";
import { readArguments } from "../start/arguments.ts";
import type { WindowSide } from "../window/windowSide.ts";
import { loginItem } from "./loginItem.ts";

/** The command that starts this app on this profile. */
function ownCommand(): [string, ...string[]] {
  // An AppImage is mounted in a temporary folder; `APPIMAGE` is its file.
  const program = ownAppImage() ?? process.execPath;
  const { profile } = readArguments(process.argv.slice(1));
  return [
    program,
    ...(app.isPackaged ? [] : [app.getAppPath()]),
    ...(profile === null ? [] : ["--user-data-dir", path.resolve(profile)]),
  ];
}

/** The AppImage that this app runs from. The variables may be inherited from another AppImage, such as a terminal that started this app. */
export function ownAppImage(): string | undefined {
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

/** Unpackaged, there is nothing that the system could start for a link. */
export function registerLinks({ log }: Pick<WindowSide, "log">): void {
  if (!app.isPackaged || app.isDefaultProtocolClient(LINK_SCHEME)) return;
  if (!app.setAsDefaultProtocolClient(LINK_SCHEME)) log.warn("links not registered");
}
