// What Electron's main process provides for the features.
import { app, safeStorage, session } from "electron";
import { createLoginShell } from "../../servers/mcp/transports/loginShell.ts";
import { modelFolders } from "../../models/local/files/shelf.ts";
import type { Platform } from "../../composition/platform.ts";
import { argumentsOfNextStart } from "../start/arguments.ts";
import { inEachLanguage } from "../words/words.ts";
import { openBrowser } from "./browser.ts";
import { startDemo } from "./demoProcess.ts";
import { startEngineUtility } from "./engineProcess.ts";
import { systemKeyStore } from "./keyStore.ts";

/** Call once Electron is ready. */
export const electronPlatform = (): Platform => ({
  version: app.getVersion(),
  modelFolders: (profile) => modelFolders({ profile, root: app.getAppPath(), env: process.env }),
  keyStore: () => systemKeyStore(safeStorage),
  variable: (name) => process.env[name] || null,
  loginShell: createLoginShell(),
  askSystem: (url) => session.fromPartition("system-proxy").resolveProxy(url),
  startEngine: startEngineUtility,
  startDemo,
  signIn: {
    openBrowser,
    callbackWords: {
      done: inEachLanguage(({ browser }) => browser.done),
      foreign: inEachLanguage(({ browser }) => browser.foreign),
    },
  },
  nextStart: () => ({
    command: process.env["APPIMAGE"] ?? process.execPath,
    args: argumentsOfNextStart(process.argv.slice(1)),
  }),
});
