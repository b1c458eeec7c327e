// Entry of the main process: parses arguments, ensures one instance per profile, and lets `app/compose` do the rest.
import path from "node:path";
import { app } from "electron";
import { readArguments } from "./app/start/arguments.ts";
import { runCommand } from "./app/start/commandLine.ts";
import { compose } from "./app/compose.ts";
import { takesProfile } from "./app/start/notStarted.ts";
import { AppStarts } from "./app/start/starts.ts";
import { declareScheme } from "./app/window/protocol.ts";

if (!runCommand(process.argv.slice(1), app.isPackaged)) start();

function start(): void {
  const given = readArguments(process.argv.slice(1));
  if (given.profile !== null) app.setPath("userData", path.resolve(given.profile));

  const config = given.config === null ? null : path.resolve(given.config);
  const started = { config, link: given.link };
  // Associates notifications and the taskbar with the installed app on Windows (appId of electron-builder).
  if (process.platform === "win32") app.setAppUserModelId("countersign.desk");

  const profile = app.getPath("userData");
  if (!takesProfile(profile)) return;
  if (app.requestSingleInstanceLock(started)) {
    declareScheme();
    const starts = new AppStarts(app, started);
    void app.whenReady().then(() => {
      const atLogin = process.platform === "darwin" && app.getLoginItemSettings().wasOpenedAtLogin;
      compose(profile, starts, given.background || atLogin);
    });
  }
  // The first instance shows its window and handles config and link (see app/compose).
  else app.exit(0);
}
